import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { beginClosing, finishClosingAccount } from './close-account.ts'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  aPaidOrder,
  atTheProvider,
  confirmCard,
  withholdEvents,
  intentOf,
  openPayment,
  stateOf,
} from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount, aPictureOf, productBody } from '#tests/kit/accounts-and-books.ts'
import { unbanAddress } from '#server/accounts/unban-address.ts'
import { aProvenAccount, proofOf, cookiesOf, askIdentity } from '#tests/kit/proven-account.ts'
import { retryFailedJobs } from '#tests/kit/due-jobs.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send } = server
const admin = await anAccount(services, 'admin')

const close = (list: 'buyers' | 'sellers', { id }: Pick<TestAccount, 'id'>, by: TestAccount = admin) =>
  send('DELETE', `/api/all-${list}/delete/${id}`, { token: by.token })
const done = { status: 200, json: { acknowledged: true, deletedCount: 1 } }

describe('the admin’s lists', () => {
  test('show buyers with accounts without a role, and sellers, without secrets', async () => {
    const user = await anAccount(services, 'user')
    server.clock.advance(1)
    const buyer = await anAccount(services, 'buyer', { emailVerified: false })
    const seller = await anAccount(services, 'seller')
    const list = async (path: string) => (await send('GET', `/api/${path}?limit=2`, { token: admin.token })).json
    expect(await list('all-buyers')).toEqual([
      {
        _id: buyer.id,
        name: buyer.name,
        email: buyer.email,
        checked: 'buyer',
        userIdFirebase: buyer.identityId,
        emailVerified: false,
        photoUrl: null,
        joinedAt: expect.any(String),
        stats: { listings: 0, sales: 0, purchases: 0, openOrders: 0 },
      },
      expect.objectContaining({ _id: user.id, checked: 'user' }),
    ])
    expect((await list('all-sellers'))[0]).toMatchObject({ _id: seller.id, checked: 'seller', emailVerified: true })
  })
})

describe('closing an account', () => {
  test('puts a buyer out at once, releases the unpaid claims and cancels their payments', async () => {
    const order = await anOrder(server)
    const { clientSecret } = (await openPayment(server, order)).json
    expect(await close('buyers', order.buyer)).toMatchObject(done)
    expect((await send('GET', '/api/my-orders', { token: order.buyer.token })).status).toBe(401)
    expect((await send('GET', `/api/advertise/${order.book}`)).json).toMatchObject({ available: 'unsold' })
    expect(await atTheProvider(server, intentOf(clientSecret))).toMatchObject({ status: 'cancelled' })
    expect((await confirmCard(server, clientSecret)).status).toBe(400)
    expect((await send('GET', '/api/my-buyers', { token: order.seller.token })).json).toEqual([])
  })

  test('takes a seller’s unsold and claimed books off the shop; sold ones stay, without a name', async () => {
    const seller = await anAccount(services, 'seller')
    const unsold = await aBook(services, seller)
    const claimed = await anOrder(server, { seller })
    const paid = await aPaidOrder(server, { seller })
    expect(await close('sellers', seller)).toMatchObject(done)
    for (const book of [unsold, claimed.book]) expect((await send('GET', `/api/advertise/${book}`)).status).toBe(404)
    expect(await stateOf(server, claimed)).toBe('cancelled')
    expect((await send('GET', `/api/advertise/${paid.book}`)).json).toMatchObject({ sellerName: 'Closed account' })
  })

  test('pays out a race: a claim whose money has moved is paid, not released', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    expect(await close('buyers', order.buyer)).toMatchObject(done)
    expect((await send('GET', `/api/my-orders/${order.id}`, { token: order.seller.token })).json).toMatchObject({
      state: 'paid',
      isBuyerClosed: true,
    })
    expect((await send('GET', `/api/advertise/${order.book}`)).json).toMatchObject({ available: 'sold' })
  })

  test('goes by the account, whichever list it is asked for from', async () => {
    const [buyer, seller] = [await anAccount(services, 'buyer'), await anAccount(services, 'seller')]
    expect(await close('sellers', buyer)).toMatchObject(done)
    expect(await close('buyers', seller)).toMatchObject(done)
  })

  const jwt = (email: string, token: string) => send('POST', '/api/jwt', { token, body: { email } })
  const signUp = (email: string, token: string) =>
    send('POST', '/api/signup', { token, body: { email, name: 'Again', checked: 'buyer' } })
  const closed = { status: 403, json: { code: 'account_closed' } }
  /** A fresh identity's proof, with the email of a closed account. */
  async function freshProof(email: string) {
    const again = await askIdentity(server, 'sign-up/email', { name: 'Again', email, password: 'another password' })
    expect(again.status).toBe(200)
    return proofOf(server, cookiesOf(again))
  }

  test('ends the identity: its proofs get 403, also after a new sign-up with the same confirmed email, until it is unbanned', async () => {
    const person = await aProvenAccount(server, 'buyer')
    const { email } = person
    await sql`UPDATE accounts SET email_verified = true WHERE id = ${person.id}`.execute(services.db)
    const proof = await proofOf(server, person.cookie)
    expect(await close('buyers', person)).toMatchObject(done)
    expect([await jwt(email, proof), await signUp(email, proof)]).toMatchObject([closed, closed])
    const fresh = await freshProof(email)
    expect([await jwt(email, fresh), await signUp(email, fresh)]).toMatchObject([closed, closed])
    expect([await unbanAddress(services, email), await unbanAddress(services, email)]).toEqual([true, false])
    expect((await signUp(email, fresh)).status).toBe(200)
    expect((await jwt(email, fresh)).status).toBe(200)
    // The former account stays closed.
    expect(await signUp(email, proof)).toMatchObject(closed)
  })

  test('doesn’t ban an unconfirmed email: it may be a stranger’s', async () => {
    const stranger = await aProvenAccount(server, 'seller')
    const proof = await proofOf(server, stranger.cookie)
    expect(await close('sellers', stranger)).toMatchObject(done)
    expect((await signUp(stranger.email, proof)).status).toBeGreaterThanOrEqual(400)
    const owner = await freshProof(stranger.email)
    expect((await signUp(stranger.email, owner)).status).toBe(200)
    expect((await jwt(stranger.email, owner)).status).toBe(200)
  })

  test('is not for oneself, another admin, or the same person twice', async () => {
    const [other, buyer] = [await anAccount(services, 'admin'), await anAccount(services, 'buyer')]
    const guarded = { status: 403, json: { code: 'account_protected' } }
    expect([await close('buyers', admin), await close('sellers', other)]).toMatchObject([guarded, guarded])
    const missing = { status: 404, json: { code: 'not_found' } }
    expect(await close('buyers', buyer)).toMatchObject(done)
    expect(await close('buyers', buyer)).toMatchObject(missing)
    expect(await close('buyers', { id: crypto.randomUUID() })).toMatchObject(missing)
  })

  test('that was broken off by an unreachable card provider is finished by its job', async () => {
    const working = await startTestServer({ jobs: true })
    const order = await anOrder(working)
    await openPayment(working, order)
    const boss = await anAccount(working.services, 'admin')
    await sql`ALTER TABLE card_simulator.objects RENAME TO objects_away`.execute(working.database.db)
    const closed = await working.send('DELETE', `/api/all-buyers/delete/${order.buyer.id}`, { token: boss.token })
    expect(closed).toMatchObject(done)
    expect((await working.send('GET', '/api/my-orders', { token: order.buyer.token })).status).toBe(401)
    await sql`ALTER TABLE card_simulator.objects_away RENAME TO objects`.execute(working.database.db)
    const free = async () => (await working.send('GET', `/api/advertise/${order.book}`)).json.available === 'unsold'
    await until(async () => {
      await retryFailedJobs(working)
      return free()
    })
  })

  test('finished twice changes nothing, and an open account is not finished off', async () => {
    const buyer = await anAccount(services, 'buyer')
    await finishClosingAccount(services, buyer.id, undefined)
    expect((await send('GET', '/api/user-type-find', { token: buyer.token })).status).toBe(200)
    await close('buyers', buyer)
    await finishClosingAccount(services, buyer.id, undefined)
  })
})

describe('what comes at the very moment of the closing', () => {
  const waiting = async (count: number) => (await waitingForLocks(server.database.db)) >= count
  /** Locks a row until both requests have begun, the second of which is the closing or has to wait behind it. */
  async function atOnce<First, Second>(
    row: ReturnType<typeof sql>,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const both = await server.database.db.transaction().execute(async (tx) => {
      await row.execute(tx)
      const begun = first()
      await until(() => waiting(1))
      let isOver = false
      const follows = second().finally(() => (isOver = true))
      await until(async () => isOver || (await waiting(2)))
      return { begun, follows }
    })
    return Promise.all([both.begun, both.follows])
  }

  test('a book that its seller brings back doesn’t outlive it', async () => {
    const seller = await anAccount(services, 'seller')
    const book = await aBook(services, seller, { mobileNumber: '' })
    await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
    const restore = () => send('POST', `/api/my-books/${book}/restore`, { token: seller.token })
    await atOnce(sql`SELECT 1 FROM books WHERE id = ${book} FOR UPDATE`, restore, () => close('sellers', seller))
    expect((await send('GET', `/api/advertise/${book}`)).status).toBe(404)
  })

  test('nor does a copy that its buyer gives back before the closing is finished', async () => {
    const { book, buyer, seller, id } = await anOrder(server)
    const account = (await findAccountById(services.db, seller.id))!
    await services.db.transaction().execute((tx) => beginClosing(tx, account, server.clock.now(), admin.id))
    expect((await send('POST', `/api/my-orders/${id}/cancel`, { token: buyer.token })).status).toBe(200)
    expect((await send('GET', `/api/advertise/${book}`)).status).toBe(404)
    expect((await send('GET', '/api/all-books?limit=100')).text).not.toContain(book)
  })

  test('a new book neither', async () => {
    const seller = await anAccount(services, 'seller')
    const picture = await aPictureOf(services, seller)
    const body = { ...productBody, book_img: picture }
    const add = () => send('POST', '/api/add-product', { token: seller.token, body })
    const row = sql`SELECT 1 FROM images WHERE owner_id = ${seller.id} FOR UPDATE`
    const [added] = await atOnce(row, add, () => close('sellers', seller))
    expect((await send('GET', `/api/advertise/${added.json.insertedId}`)).status).toBe(404)
  })

  test.each(['sellers', 'buyers'] as const)(
    'a change of role doesn’t dodge it, asked for from all %s',
    async (list) => {
      const person = await anAccount(services, list === 'sellers' ? 'seller' : 'buyer')
      const checked = list === 'sellers' ? 'buyer' : 'seller'
      const change = () => send('PATCH', '/api/account', { token: person.token, body: { checked } })
      const row = sql`SELECT 1 FROM accounts WHERE id = ${person.id} FOR UPDATE`
      const [changed, closed] = await atOnce(row, change, () => close(list, person))
      expect(changed.status).toBe(200)
      expect(closed).toMatchObject(done)
    },
  )

  test('nor does one that comes right after it', async () => {
    const seller = await anAccount(services, 'seller')
    const change = () => send('PATCH', '/api/account', { token: seller.token, body: { checked: 'buyer' } })
    const row = sql`SELECT 1 FROM accounts WHERE id = ${seller.id} FOR UPDATE`
    await atOnce(row, () => close('sellers', seller), change)
    expect((await sql`SELECT role FROM accounts WHERE id = ${seller.id}`.execute(services.db)).rows).toEqual([
      { role: 'seller' },
    ])
  })

  test('and a new name is not stored', async () => {
    const seller = await anAccount(services, 'seller')
    const rename = () => send('PATCH', '/api/account', { token: seller.token, body: { name: 'Unforgettable Name' } })
    const row = sql`SELECT 1 FROM accounts WHERE id = ${seller.id} FOR UPDATE`
    await atOnce(row, () => close('sellers', seller), rename)
    expect((await sql`SELECT name FROM accounts WHERE id = ${seller.id}`.execute(services.db)).rows).toEqual([
      { name: '' },
    ])
  })
})
