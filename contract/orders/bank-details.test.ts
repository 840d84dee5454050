import { expect, test } from 'vitest'
import { bankDetailsForm } from './bank-details.ts'
import { groupedAccount, isIban } from './iban.ts'

const read = (account: string) => bankDetailsForm.safeParse({ holder: 'Ida Brandt', account, bank: '' })
const mistakeIn = (account: string) => read(account).error?.issues[0]?.message

// Example IBANs of the registry; no such accounts exist.
const IBANS = ['DE89370400440532013000', 'GB29NWBK60161331926819', 'NO9386011117947', 'MT84MALT011000012345MTLCAST001S']

test('an IBAN is kept without spaces, in capitals, when its check digits are right', () => {
  for (const iban of IBANS) {
    expect(read(` ${groupedAccount(iban).toLowerCase()} `).data?.account).toBe(iban)
    expect(isIban(iban)).toBe(true)
  }
  expect(groupedAccount(IBANS[0]!)).toBe('DE89 3704 0044 0532 0130 00')
})

test('a wrong digit, two that changed places and a missing end are found', () => {
  const mistyped = IBANS.flatMap((iban) =>
    Array.from(iban.slice(4), (here, place) => {
      const [before, after] = [iban.slice(0, place + 4), iban.slice(place + 5)]
      return [`${before}${here === '7' ? '8' : '7'}${after}`, `${before}${after.slice(0, 1)}${here}${after.slice(1)}`]
    })
      .flat()
      .filter((other) => other !== iban),
  )
  expect(mistyped.length).toBeGreaterThan(100)
  expect(mistyped.filter((other) => !mistakeIn(other)?.includes('mistake in this IBAN'))).toEqual([])
  expect(mistakeIn('DE89 3704 0044')).toContain('mistake in this IBAN')
})

test('other countries’ account numbers are kept as they are', () => {
  for (const account of ['000123456789', '12-3456-7890123-00', '123456', 'CLABE012345678901234567'])
    expect(read(account).data?.account).toBe(account)
})

test('what is no account is refused', () => {
  expect(mistakeIn('')).toContain('Please fill in')
  for (const account of ['12345', 'my bank', 'PayPal: ida@example.org', '1'.repeat(35), '<b>123456</b>', '1234😀56'])
    expect(mistakeIn(account)).toContain('6 to 34 digits')
})

test('a holder is one line that must be there', () => {
  for (const holder of ['', 'Ida\nBrandt', 'I'.repeat(71)])
    expect(bankDetailsForm.safeParse({ holder, account: '123456789', bank: '' }).success).toBe(false)
})
