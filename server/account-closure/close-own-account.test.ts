import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder, aPaidOrder, stateOf } from '#tests/kit/paying.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server

const close = ({ token }: Pick<TestAccount, 'token'>, email: string) =>
  send('POST', '/api/account/close', { token, body: { email } })

test('removes a seller’s listings, mails buyers with reservations, and keeps paid orders', async () => {
  const seller = await anAccount(services, 'seller')
  const unsold = await aBook(services, seller)
  const claimed = await anOrder(server, { seller })
  const paid = await aPaidOrder(server, { seller })

  expect((await close(seller, seller.email.toUpperCase())).json).toEqual({ acknowledged: true })
  expect((await send('GET', '/api/my-books', { token: seller.token })).status).toBe(401)
  expect((await close(seller, seller.email)).status).toBe(401)
  expect((await send('GET', `/api/advertise/${unsold}`)).status).toBe(404)
  expect(await stateOf(server, claimed)).toBe('cancelled')
  const kept = await send('GET', `/api/my-orders/${paid.id}`, { token: paid.buyer.token })
  expect(kept.json).toMatchObject({ state: 'paid', isSellerClosed: true })
})

test('leaves nothing of the person but a sealed last email', async () => {
  const buyer = await anAccount(services, 'buyer', { name: 'Unforgettable Name' })
  await close(buyer, buyer.email)
  const { rows } = await sql<{ text: string }>`
    SELECT a::text AS text FROM accounts a WHERE id = ${buyer.id}
    UNION ALL SELECT payload::text FROM graphile_worker._private_jobs`.execute(services.db)
  const all = rows.map(({ text }) => text).join(' ')
  expect(all).not.toMatch(/Unforgettable/)
  expect(all).not.toContain(buyer.email)
  expect(await bookedMails(server, { name: 'written', params: {} })).toContainEqual(
    expect.objectContaining({
      to: { name: buyer.name, address: buyer.email },
      subject: 'Your Dogear account is closed',
    }),
  )
})

test('keeps nothing that was noted before the clock was put back', async () => {
  const [buyer, seller] = [await anAccount(services, 'buyer'), await anAccount(services, 'seller')]
  await send('PUT', `/api/favourites/${await aBook(services, seller)}`, { token: buyer.token })
  const search = { search: 'q=lighthouse', name: 'Lighthouses', often: 'never' }
  expect((await send('POST', '/api/wants', { token: buyer.token, body: search })).status).toBe(200)
  server.clock.advance(-60)
  await close(buyer, buyer.email)
  server.clock.advance(60)
  const { rows } = await sql`
    SELECT account_id FROM favourites WHERE account_id = ${buyer.id}
    UNION ALL SELECT account_id FROM wants WHERE account_id = ${buyer.id}`.execute(services.db)
  expect(rows).toEqual([])
})

test('needs the account’s own email, and is refused to admins', async () => {
  const buyer = await anAccount(services, 'buyer')
  expect(await close(buyer, 'else@example.org')).toMatchObject({
    status: 403,
    json: { code: 'not_your_email', invalidFields: [{ field: 'email' }] },
  })
  const admin = await anAccount(services, 'admin')
  expect(problemOf(await close(admin, admin.email))).toMatchObject({ status: 403, code: 'account_protected' })
  expect((await send('GET', '/api/user-type-find', { token: buyer.token })).status).toBe(200)
})

test('may be followed by a new account under the same confirmed email, which knows nothing of the old one', async () => {
  const person = await aProvenAccount(server, 'buyer')
  await sql`UPDATE accounts SET email_verified = true WHERE id = ${person.id}`.execute(services.db)
  expect((await close(person, person.email)).status).toBe(200)
  const again = await aProvenAccount(server, 'buyer', 'Somebody Else', person.email)
  expect(again.id).not.toBe(person.id)
  expect((await send('GET', '/api/my-orders', { token: again.token })).json).toEqual([])
})

test('a claim that comes at the same moment is cancelled, or never made', async () => {
  const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
  const book = await aBook(services, seller)
  const [bought] = await Promise.all([
    send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) }),
    close(buyer, buyer.email),
  ])
  expect([200, 401, 403]).toContain(bought.status)
  const { json } = await send('GET', `/api/advertise/${book}`)
  expect(json.available).toBe('unsold')
})
