import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anyPrice, priceText, resalePrice } from './money.ts'
import { formatMoney } from './wording.ts'

const messagesOf = (text: unknown) =>
  z.safeDecode(resalePrice, text as string).error?.issues.map(({ message }) => message)

describe('prices on the wire', () => {
  test.each([
    ['20', 2000],
    ['20.5', 2050],
    ['12,50', 1250],
    ['19.99', 1999],
    ['0.50', 50],
    [' 7 ', 700],
    ['999999.99', 99_999_999],
  ])('%s is %i minor units', (text, minor) => {
    expect(z.decode(resalePrice, text)).toBe(minor)
  })

  test.each(['-5', '1e9', 'free', '1.234,50', '1,234.50', '12.345', '+3', '', '１２', '1000000', 'NaN', '.5', '5.'])(
    '%j is refused with words',
    (text) => {
      expect(messagesOf(text)?.[0]).toMatch(/Write a price such as 12\.50/)
    },
  )

  test('a copy is sold for 0.50 at least', () => {
    expect(messagesOf('0.49')).toEqual(['The lowest price is 0.50'])
    expect(z.decode(anyPrice, '0')).toBe(0)
  })

  test('a number in place of text is refused', () => {
    expect(messagesOf(12.5)).toEqual(['Write the price as text, such as 12.50'])
  })

  test('every amount comes back from its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 99_999_999 }), (minor) => {
        expect(z.decode(resalePrice, priceText(minor))).toBe(minor)
      }),
    )
  })
})

test('people read prices with the currency’s sign', () => {
  expect(formatMoney({ minor: 1250, currency: 'USD' })).toBe('$12.50')
  expect(formatMoney({ minor: 123_456, currency: 'EUR' })).toBe('€1,234.56')
})
