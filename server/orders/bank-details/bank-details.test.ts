import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forgetClosedContacts } from '#server/account-closure/forget-closed-contacts.ts'
import { handOverAccount } from '#server/account-closure/hand-over-account.ts'
import { makeSealer } from '#server/secrets/sealer.ts'
import { sweep } from '#server/orders/sweep.ts'
import { anAccount, closeByAdmin, freshToken } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { aPayment, withholdEvents } from '#tests/kit/paying.ts'
import { aProvenAccount, confirmTheEmail, proofOf, type ProvenAccount } from '#tests/kit/proven-account.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { openBankDetails } from './open-bank-details.ts'

const server = await startTestServer({ connections: 10 })
await withholdEvents(server)
const { services, send, clock } = server
const { db } = services
const admin = await anAccount(services, 'admin', { name: 'Ada Keeper' })

const IBAN = 'DE89370400440532013000'
const details = { holder: 'Ida Brandt', account: 'de89 3704 0044 0532 0130 00', bank: 'COBADEFFXXX' }
const other = { holder: 'Mal Lory', account: '000123456789', bank: '' }

/** A seller with a password and a confirmed email. */
async function aSeller(): Promise<ProvenAccount> {
  const seller = await aProvenAccount(server, 'seller')
  await confirmTheEmail(server, seller.identityId)
  return { ...seller, token: await freshToken(services, seller.id) }
}
const save = (seller: ProvenAccount, given: object = details, proven: object = { password: seller.password }) =>
  send('PUT', '/api/my-bank-details', { as: seller, body: { ...given, ...proven } })
const shown = async (seller: { id: string }) => (await send('GET', '/api/my-bank-details', { as: seller })).json
const open = (seller: { id: string }, by: { id: string } = admin) =>
  send('POST', `/api/accounts/${seller.id}/bank-details/open`, { as: by })
const seen = async (seller: { id: string }) =>
  (await send('GET', `/api/audit-log?account=${seller.id}&kind=bank_details_read`, { as: admin })).json as object[]
const mailsTo = ({ id }: { id: string }) => bookedMails(server, { name: 'bank_details', params: { accountId: id } })
const rowOf = async ({ id }: { id: string }) =>
  (await sql<{ text: string }>`SELECT d::text AS text FROM bank_details d WHERE account_id = ${id}`.execute(db)).rows[0]
    ?.text

async function finish(seller: ProvenAccount) {
  const { order } = await aPayment(server, { seller: { ...seller, token: await freshToken(services, seller.id) } })
  await send('POST', `/api/my-orders/${order.id}/received`, { as: order.buyer })
  clock.advance(48 * 3600)
  await sweep(services)
}
const payOut = async (seller: { id: string }) => {
  const body = { sellerId: seller.id, amount: { minor: 1250, currency: 'USD' }, reference: 'T 7', key: 'one-press' }
  expect((await send('POST', '/api/payouts', { as: admin, body })).status).toBe(200)
}

describe('a seller’s bank details', () => {
  test('are sealed in the database; the seller sees the end, and admins all of it, each time noted', async () => {
    const seller = await aSeller()
    expect(await shown(seller)).toEqual({ way: null, endsIn: null, since: null })
    expect((await save(seller)).status).toBe(200)
    expect(await shown(seller)).toMatchObject({ way: 'bank', endsIn: '3000', since: clock.now().toISOString() })
    const stored = (await rowOf(seller))!
    for (const plain of [IBAN, '0532013000', 'Brandt', 'COBADEFFXXX']) expect(stored).not.toContain(plain)

    const opened = await open(seller)
    expect(opened.json).toMatchObject({ holder: 'Ida Brandt', account: IBAN, bank: 'COBADEFFXXX' })
    expect(opened.headers.get('cache-control')).toContain('no-store')
    clock.advance(1)
    await open(seller, await anAccount(services, 'admin', { name: 'Bo Keeper' }))
    expect(await seen(seller)).toMatchObject([{ by: { name: 'Bo Keeper' } }, { by: { name: 'Ada Keeper' } }])
    expect(JSON.stringify(await seen(seller))).not.toMatch(/0532013000|Brandt/)
    for (const stranger of [seller, await aSeller(), await anAccount(services, 'buyer')])
      expect((await open(seller, stranger)).status).toBe(403)
    expect(await seen(seller)).toHaveLength(2)
    expect(JSON.stringify(server.logged)).not.toContain(IBAN)
  })

  test('are told to admins beside what is owed: how, and since when', async () => {
    const seller = await aSeller()
    await finish(seller)
    const owed = async () => (await send('GET', `/api/payouts/owed?seller=${seller.id}`, { as: admin })).json[0]
    expect(await owed()).toMatchObject({ way: null, waySince: null })
    await save(seller)
    expect(await owed()).toMatchObject({ way: 'bank', waySince: clock.now().toISOString() })
    expect(JSON.stringify(await owed())).not.toMatch(/0532013000|Brandt/)
    clock.advance(60)
    await send('POST', '/api/my-bank-details/by-hand', { as: seller })
    expect(await owed()).toMatchObject({ way: 'hand', waySince: clock.now().toISOString() })
  })

  test('change by the password or a sign-in just now alone, with an email that doesn’t name them', async () => {
    const seller = await aSeller()
    for (const proven of [{}, { password: 'not it' }, { proof: 'none' }])
      expect((await save(seller, details, proven)).status).toBe(422)
    expect(await shown(seller)).toMatchObject({ way: null })
    expect(await mailsTo(seller)).toEqual([])
    expect((await save(seller, details, { proof: await proofOf(server, seller.cookie) })).status).toBe(200)
    await save(seller)
    expect(await mailsTo(seller)).toHaveLength(1)
    clock.advance(60)
    await save(seller, other)
    expect(await shown(seller)).toMatchObject({ endsIn: '6789', since: clock.now().toISOString() })
    const mails = await mailsTo(seller)
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Your bank details were changed'))
    for (const { text, html } of mails) {
      expect(text).toContain('If that wasn’t you')
      expect(text + html).not.toMatch(/456789|0532013000|Lory|Brandt/)
    }
  })

  test('need a confirmed email, which learns of each change', async () => {
    const seller = await aProvenAccount(server, 'seller')
    expect(problemOf(await save(seller)).code).toBe('email_not_confirmed')
    expect(await rowOf(seller)).toBeUndefined()
  })

  test('are refused where they can’t be right, at their field', async () => {
    const seller = await aSeller()
    for (const [field, wrong] of [
      ['account', 'DE89370400440532013001'],
      ['account', 'somewhere'],
      ['account', ''],
      ['holder', ''],
      ['bank', 'x'.repeat(101)],
    ] as const) {
      const { status, json } = await save(seller, { ...details, [field]: wrong })
      expect([status, json.invalidFields[0].field]).toEqual([422, field])
    }
    expect(await rowOf(seller)).toBeUndefined()
  })

  test('go when the seller removes them or is paid by hand instead, with an email each time that changes anything', async () => {
    const seller = await aSeller()
    await save(seller)
    for (let turn = 0; turn < 2; turn += 1) await send('POST', '/api/my-bank-details/by-hand', { as: seller })
    expect(await shown(seller)).toMatchObject({ way: 'hand', endsIn: null })
    expect(await rowOf(seller)).toMatch(/^\([\w-]+,,/)
    expect((await open(seller)).status).toBe(404)
    for (let turn = 0; turn < 2; turn += 1) await send('DELETE', '/api/my-bank-details', { as: seller })
    expect(await rowOf(seller)).toBeUndefined()
    expect((await mailsTo(seller)).map(({ subject }) => subject)).toEqual([
      'Your bank details were changed',
      'Where your money goes',
      'Where your money goes',
    ])
  })

  test('sealed with keys that the shop has lost are asked for again', async () => {
    const seller = await aSeller()
    await save(seller)
    const sealed = makeSealer('another secret of another shop', 'bank details').seal('{}')
    await sql`UPDATE bank_details SET sealed = ${sealed} WHERE account_id = ${seller.id}`.execute(db)
    expect(await shown(seller)).toMatchObject({ way: 'bank', endsIn: null })
    expect(problemOf(await open(seller)).detail).toContain('Ask the seller to enter them again')
    expect(await seen(seller)).toEqual([])
  })

  test('that are seen while the audit log can’t be written aren’t shown', async () => {
    const seller = await aSeller()
    await save(seller)
    // No account has this id, so the entry is refused by its type.
    await expect(openBankDetails(services, 'nobody', seller.id)).rejects.toThrow('uuid')
  })
})

describe('bank details end', () => {
  test('with the account, where nothing is owed', async () => {
    const seller = await aSeller()
    await save(seller)
    await closeByAdmin(services, seller.id)
    expect(await rowOf(seller)).toBeUndefined()
  })

  test('with the last transfer to a closed account that was owed something', async () => {
    const seller = await aSeller()
    await save(seller)
    await finish(seller)
    await closeByAdmin(services, seller.id)
    await forgetClosedContacts(services)
    expect((await open(seller)).json).toMatchObject({ account: IBAN })
    await payOut(seller)
    expect(await rowOf(seller)).toBeUndefined()
  })

  test('when the account turns out to be another person’s', async () => {
    const seller = await aSeller()
    await save(seller)
    await handOverAccount(services, seller.identityId)
    expect(await rowOf(seller)).toBeUndefined()
  })

  test('not for those who still sell', async () => {
    const seller = await aSeller()
    await save(seller)
    await forgetClosedContacts(services)
    expect(await shown(seller)).toMatchObject({ endsIn: '3000' })
  })
})

test('where a provider pays sellers out, none are taken, and old ones can be removed', async () => {
  const paying = await startTestServer({ env: { PAYOUTS: 'stripe' } })
  const seller = await anAccount(paying.services, 'seller')
  const ask = (method: string, path: string, body?: object) =>
    paying.send(method, `/api/my-bank-details${path}`, { as: seller, ...(body && { body }) })
  for (const refused of [await ask('PUT', '', details), await ask('POST', '/by-hand')])
    expect(problemOf(refused).code).toBe('not_offered')
  expect((await ask('DELETE', '')).status).toBe(200)
})
