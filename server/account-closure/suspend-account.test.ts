import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pauseListings } from '#server/books/pause-listings.ts'
import { buyBook } from '#server/orders/buy-book.ts'
import { aBook, anAccount, buyNowBody, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { endSuspension, endSuspensions } from './end-suspensions.ts'
import { restoreAccount, suspendAccount } from './suspend-account.ts'

const server = await startTestServer({ env: { CONTACT_EMAIL: 'club@example.org' } })
const { services, send, clock } = server
const admin = await anAccount(services, 'admin', { name: 'Keeper' })

const WHY = { days: '7', reason: 'misleading', note: 'The covers aren’t yours.' }
/** Advances days between two acts of an admin. */
const asAdmin = (method: string, path: string, body?: object, by = admin) =>
  send(method, `/api${path}`, { as: by, body })
const suspend = ({ id }: Pick<TestAccount, 'id'>, why: object = WHY, by = admin) =>
  asAdmin('POST', `/accounts/${id}/suspend`, why, by)
const restore = ({ id }: Pick<TestAccount, 'id'>) => asAdmin('POST', `/accounts/${id}/restore`)
const read = async (path: string, token?: string) => (await send('GET', `/api${path}`, { token })).json
const isForSale = async (book: string) => {
  const { available, isPaused } = await read(`/advertise/${book}`)
  return available === 'unsold' && !isPaused
}
const isListed = async (book: string) =>
  ((await read('/all-books?limit=100')) as { _id: string }[]).some(({ _id }) => _id === book)
const logOf = async ({ id }: Pick<TestAccount, 'id'>) => (await asAdmin('GET', `/audit-log?account=${id}`)).json
const wish = { days: null, reason: 'rules', note: '' } as const

/** Texts of the emails of a kind that are booked about an account or an order. */
const mailsAbout = async (name: string, id: string) =>
  (await bookedMails(server, { name, params: { accountId: id } }, { name, params: { orderId: id } })).map(
    ({ text }) => text,
  )

describe('a suspended account', () => {
  test('loses access at once, and reads reason, end and contact, also by email', async () => {
    const person = await aProvenAccount(server, 'seller')
    expect((await suspend(person)).status).toBe(200)
    const words =
      /^Your account is suspended until \d+ \w+ \d{4}(?: at|,) \d\d:\d\d UTC\. Reason: Listings that mislead \(“The covers aren’t yours\.”\)\. If you disagree, write to club@example\.org\.$/
    const refused = await send('GET', '/api/my-books', { token: person.token })
    expect([refused.status, refused.json.code]).toEqual([401, 'not_signed_in'])
    expect(refused.json.detail).toMatch(words)
    for (const path of ['/api/jwt', '/api/signup']) {
      const again = await send('POST', path, { token: person.proof, body: { email: person.email } })
      expect([again.status, again.json.code]).toEqual([403, 'account_suspended'])
      expect(again.json.detail).toMatch(words)
    }
    const [mail, ...more] = await mailsAbout('account_suspended', person.id)
    expect(more).toEqual([])
    expect(mail).toContain('Reason: Listings that mislead (“The covers aren’t yours.”)')
    expect(mail).toContain('write to club@example.org')
  })

  test('gets no words about listings if it never sold', async () => {
    const person = await aProvenAccount(server, 'buyer')
    await suspend(person)
    const [mail] = await mailsAbout('account_suspended', person.id)
    expect(mail).toContain('Open orders go on')
    expect(mail).not.toContain('Your listings')
  })

  test('keeps the name that the others know, though still signed in where names are changed', async () => {
    const person = await aProvenAccount(server, 'seller', 'Nora Berg')
    const order = await anOrder(server, { seller: person })
    await suspend(person)
    const headers = { cookie: person.cookie, origin: server.origin }
    const body = { name: 'Write to Paul' }
    expect((await send('POST', '/api/identity/update-user', { body, headers })).status).toBe(200)
    expect(await read(`/my-orders/${order.id}`, order.buyer.token)).toMatchObject({
      bookData: { sellerName: 'Nora Berg' },
    })
  })

  test('can’t be asked for cash by buyers with a reservation', async () => {
    const person = await aProvenAccount(server, 'seller')
    const order = await anOrder(server, { seller: person })
    await suspend(person)
    const asked = await send('POST', `/api/my-orders/${order.id}/cash`, { token: order.buyer.token })
    expect(asked).toMatchObject({ status: 409, json: { code: 'order_not_open' } })
    expect(asked.json.detail).toContain('suspended for now')
    expect(await mailsAbout('order_news', order.id)).not.toContainEqual(expect.stringContaining('Accept or decline'))
  })

  test('comes back when the time is over, with the listings, and not before', async () => {
    const person = await aProvenAccount(server, 'seller')
    const book = await aBook(services, person)
    await suspend(person)
    clock.advance(7 * 24 * 3600 - 1)
    await endSuspensions(services)
    await endSuspension(services, person.id)
    expect(await isForSale(book)).toBe(false)
    clock.advance(1)
    await Promise.all([endSuspensions(services), endSuspension(services, person.id), endSuspensions(services)])
    expect([await isForSale(book), await isListed(book)]).toEqual([true, true])
    const token = await freshToken(services, person.id, 2)
    expect((await send('GET', '/api/my-books', { token })).status).toBe(200)
    expect(await mailsAbout('account_restored', person.id)).toEqual([
      expect.stringContaining('open again, and so are your listings'),
    ])
    // An outdated email isn't sent.
    expect(await mailsAbout('account_suspended', person.id)).toEqual([])
  })

  test('stays out without an end until an admin restores, once however often it is pressed', async () => {
    const seller = await anAccount(services, 'seller')
    await suspend(seller, { days: '', reason: 'fraud', note: '' })
    clock.advance(400 * 24 * 3600)
    await endSuspensions(services)
    expect((await asAdmin('GET', `/people/${seller.id}`)).json).toMatchObject({
      suspension: { until: null, reason: 'fraud', note: '' },
    })
    const answers = await Promise.all([restore(seller), restore(seller), restore(seller)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await logOf(seller)).toMatchObject([
      { kind: 'account_restored', by: { name: 'Keeper' }, account: { id: seller.id } },
      { kind: 'account_suspended', reason: 'fraud' },
    ])
    expect((await asAdmin('GET', `/people/${seller.id}`)).json.suspension).toBeNull()
  })

  test('is not put out by an earlier end: a suspension that came after keeps its own', async () => {
    const seller = await anAccount(services, 'seller')
    await suspend(seller)
    await restore(seller)
    clock.advance(24 * 3600)
    await suspend(seller, { ...WHY, days: '30' })
    clock.advance(6 * 24 * 3600)
    await endSuspension(services, seller.id)
    expect((await asAdmin('GET', `/people/${seller.id}`)).json.suspension).not.toBeNull()
  })

  test('keeps orders; the other side of each gets an email with what to do next', async () => {
    const seller = await anAccount(services, 'seller')
    const order = await anOrder(server, { seller })
    await suspend(seller)
    expect(await read(`/my-orders/${order.id}`, order.buyer.token)).toMatchObject({
      state: 'claimed',
      isSellerSuspended: true,
    })
    const [mail] = await mailsAbout('order_news', order.id).then((mails) =>
      mails.filter((text) => /suspended/.test(text)),
    )
    expect(mail).toContain('cancel it on the order’s page: you won’t be charged')
    const cancelled = await send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
    expect(cancelled.status).toBe(200)
    // A released copy is hidden with the rest.
    expect(await isForSale(order.book)).toBe(false)
  })

  test('leaves nothing of the reason behind when the account is closed', async () => {
    const seller = await anAccount(services, 'seller')
    await suspend(seller)
    clock.advance(1)
    await asAdmin('DELETE', `/all-sellers/delete/${seller.id}`)
    const { rows } = await sql<{ row: string }>`SELECT a::text AS row FROM accounts a WHERE id = ${seller.id}`.execute(
      services.db,
    )
    expect(rows[0]!.row).not.toContain('The covers')
    expect(await logOf(seller)).toMatchObject([{ kind: 'account_closed' }, { kind: 'account_suspended', days: 7 }])
  })
})

describe('restored are exactly those listings that the suspension has hidden', () => {
  test('not taken-down or paused listings, nor those of a seller who is away', async () => {
    const [seller, away] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
    const shown = await aBook(services, seller)
    const down = await aBook(services, seller)
    const paused = await aBook(services, seller)
    const theirs = await aBook(services, away)
    await send('POST', '/api/my-books/changes', { token: seller.token, body: { change: 'pause', books: [paused] } })
    const takeDown = (what: string, body?: object) => asAdmin('POST', `/listings/${down}/${what}`, body)
    await takeDown('take-down', { reason: 'copied', note: '' })
    await pauseListings(services, away.id, true)
    for (const person of [seller, away]) await suspend(person)
    expect([await isForSale(shown), await isListed(shown)]).toEqual([false, false])
    // A listing restored during the suspension is shown with the others.
    for (const person of [seller, away]) expect((await restore(person)).status).toBe(200)
    expect(await Promise.all([shown, down, paused, theirs].map(isListed))).toEqual([true, false, false, false])
    await suspend(seller)
    await takeDown('put-back')
    expect(await isListed(down)).toBe(false)
    await restore(seller)
    expect(await isListed(down)).toBe(true)
    await pauseListings(services, away.id, false)
    expect(await isListed(theirs)).toBe(true)
  })

  test('also where suspending, restoring, pausing and taking down meet', async () => {
    for (let round = 0; round < 6; round += 1) {
      const seller = await anAccount(services, 'seller')
      const books = await Promise.all(Array.from({ length: 4 }, () => aBook(services, seller)))
      const [first] = books as [string]
      await suspend(seller)
      await Promise.all([
        restoreAccount(services, admin, seller.id),
        asAdmin('POST', `/listings/${first}/take-down`, { reason: 'rules', note: '' }),
        aBook(services, seller).then((late) => books.push(late)),
      ])
      expect(await Promise.all(books.map(isListed))).toEqual(books.map((book) => book !== first))
      await Promise.all([
        suspendAccount(services, admin, seller.id, wish),
        asAdmin('POST', `/listings/${first}/put-back`),
      ])
      expect(await Promise.all(books.map(isListed))).toEqual(books.map(() => false))
      await restore(seller)
      expect(await Promise.all(books.map(isListed))).toEqual(books.map(() => true))
    }
  })
})

describe('a suspension and a claim at the same moment', () => {
  test('of the seller’s book: the claim’s statement decides, and the buyer learns it either way', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
      const book = await aBook(services, seller)
      const [bought] = await Promise.all([
        send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) }),
        suspendAccount(services, admin, seller.id, wish),
      ])
      const { available } = await read(`/advertise/${book}`)
      const isBought = bought.status === 200
      const told = isBought ? await mailsAbout('order_news', bought.json.insertedId) : []
      expect([available, bought.json.code, told.filter((text) => text.includes('suspended')).length]).toEqual(
        isBought ? ['sold', undefined, 1] : ['unsold', 'listing_paused', 0],
      )
    }
  })

  test('by the buyer: a suspended account can’t claim', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
      const book = await aBook(services, seller)
      const [bought] = await Promise.allSettled([
        buyBook(services, buyer.id, { bookId: book, phone: '', meetingLocation: '' }),
        suspendAccount(services, admin, buyer.id, wish),
      ])
      expect(await isForSale(book)).toBe(bought.status === 'rejected')
    }
  })
})

describe('suspending', () => {
  test('is refused for the admin’s own account, other admins and unknown accounts', async () => {
    const other = await anAccount(services, 'admin')
    for (const one of [admin, other]) expect((await suspend(one)).json).toMatchObject({ code: 'account_protected' })
    expect((await suspend({ id: crypto.randomUUID() })).status).toBe(404)
    expect((await restore({ id: crypto.randomUUID() })).status).toBe(404)
  })

  test('by two admins at once is done by one, and the other learns of it', async () => {
    const [seller, second] = [await anAccount(services, 'seller'), await anAccount(services, 'admin')]
    const answers = await Promise.all([suspend(seller), suspend(seller, WHY, second), suspend(seller)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.json.code).toBe('suspended_already')
    expect(await logOf(seller)).toHaveLength(1)
  })

  test.each(['0', '-1', '1.5', '366', 'week'])('for %s days is refused', async (days) => {
    const seller = await anAccount(services, 'seller')
    expect((await suspend(seller, { ...WHY, days })).json).toMatchObject({ code: 'invalid_input' })
  })
})
