import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Task } from '#contract/dashboard.ts'
import { DAY_MS } from '#contract/duration.ts'
import { foldAccountCounts } from '#server/accounts/account-counts.public.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { anOpenProblem, anOrder } from '#tests/kit/paying.ts'
import { planOf } from '#tests/kit/plan-of.ts'
import { aReport } from '#tests/kit/reports.ts'
import { aTalk, ask, readUpTo, write } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send, clock } = server
const { db } = services

const get = async (path: string, { token }: TestAccount) => (await send('GET', `/api/${path}`, { token })).json
const dashboardOf = (account: TestAccount) => get('dashboard', account)
const kindsOf = async (account: TestAccount) => (await dashboardOf(account)).rows.map(({ kind }: Task) => kind)
const nobodysDashboard = {
  unreadMessages: 0,
  notices: [],
  tasks: [],
  rows: [],
  owed: [],
  appeared: [],
  reduced: [],
  sold: [],
  club: null,
}

const setOrder = (id: string, change: ReturnType<typeof sql>) =>
  sql`UPDATE orders SET ${change} WHERE id = ${id}`.execute(db)
const failedRefund = (orderId: string) =>
  sql`INSERT INTO refunds (order_id, amount, currency, actor, wanted_at, done_at, failed_at)
    VALUES (${orderId}, 100, 'USD', 'admin', now(), now(), now())`.execute(db)
const owe = async (orderId: string, currency: string) =>
  sql`INSERT INTO ledger_entries (movement, order_id, kind, source, account, amount, currency, at)
    SELECT ${crypto.randomUUID()}::uuid, ${orderId}, 'owed', 'order', account, amount, ${currency}, now()
    FROM (VALUES ('club', -700), ('seller', 700)) entry (account, amount)`.execute(db)

describe('what waits for a buyer and a seller', () => {
  let [seller, buyer]: TestAccount[] = []
  const orders: Record<string, string> = {}
  beforeAll(async () => {
    seller = await anAccount(services, 'seller', { name: 'Odile' })
    buyer = await anAccount(services, 'buyer', { name: 'Priya' })
    const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)
    const inState = async (name: string, change: ReturnType<typeof sql>) => {
      orders[name] = (await anOrder(server, { seller: seller!, buyer: buyer! })).id
      await setOrder(orders[name], change)
    }
    await inState('to pay', sql`due_at = ${inDays(2)}`)
    await inState('for cash', sql`pays_in_cash = true, due_at = ${inDays(1)}`)
    await inState('agreed', sql`state = 'agreed', pays_in_cash = true, due_at = ${inDays(5)}`)
    await inState('paid', sql`state = 'paid', paid_at = ${clock.now()}, due_at = ${inDays(9)}`)
    await inState('handed over', sql`state = 'handed_over', paid_at = ${clock.now()}`)
    await inState('done', sql`state = 'done', paid_at = ${clock.now()}, due_at = NULL`)
    await inState('back', sql`state = 'refunded', copy_is_back = true, due_at = NULL`)
    // Two refunds of one order: one order to look at.
    for (let turn = 0; turn < 2; turn += 1) await failedRefund(orders.done!)
    await owe(orders.done!, 'USD')
  })

  test('is listed by deadline, then what is about money, then people who wait', async () => {
    const { rows, tasks } = await dashboardOf(buyer!)
    expect(rows).toMatchObject([
      { kind: 'pay', id: orders['to pay'], person: 'Odile', amount: { minor: 1250, currency: 'USD' }, count: 1 },
      { kind: 'collect', id: orders.agreed },
      { kind: 'collect', id: orders.paid, book: { title: 'The Lighthouse Keeper’s Ledger', images: [] } },
      { kind: 'refund_failed', id: orders.done, until: null, amount: { minor: 200 } },
    ])
    expect(rows[0].until).toBe(new Date(clock.now().getTime() + 2 * DAY_MS).toISOString())
    expect(tasks).toEqual([
      { kind: 'collect', count: 2 },
      { kind: 'pay', count: 1 },
      { kind: 'refund_failed', count: 1 },
    ])
    const ofSeller = await dashboardOf(seller!)
    expect(ofSeller.rows).toMatchObject([
      { kind: 'agree_to_cash', id: orders['for cash'], person: 'Priya' },
      { kind: 'hand_over', id: orders.agreed },
      { kind: 'hand_over', id: orders.paid },
      { kind: 'relist', id: orders.back, until: null },
    ])
    expect(ofSeller).toMatchObject({ owed: [{ minor: 700, currency: 'USD' }], club: null })
  })

  test('counts a seller’s sales of the last twelve weeks, by week', async () => {
    const { sold } = await dashboardOf(seller!)
    expect(sold).toHaveLength(12)
    expect(sold.at(-1)).toMatchObject({ count: 3 })
    expect((await dashboardOf(buyer!)).sold).toEqual([])
  })

  test('has the same counts for the badges of every page', async () => {
    for (const account of [buyer!, seller!]) {
      const { unreadMessages, tasks, notices } = await dashboardOf(account)
      expect(await get('task-counts', account)).toEqual({ unreadMessages, tasks, notices })
    }
  })

  test('leaves out what waits for others', async () => {
    expect(await dashboardOf(await anAccount(services, 'user'))).toEqual(nobodysDashboard)
  })
})

test('an open problem waits for whom didn’t write last, and its order’s next step with it', async () => {
  const buyer = await anAccount(services, 'buyer')
  const seller = await anAccount(services, 'seller')
  const problem = await anOpenProblem(server, { buyer, seller })
  const wrote = (author: string, place: number) =>
    sql`INSERT INTO problem_entries (problem_id, place, author, author_id, text, at)
      VALUES (${problem}, ${place}, ${author}, ${buyer.id}, 'Words', now())`.execute(db)
  await wrote('buyer', 1)
  expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([[], ['answer_buyer']])
  await wrote('seller', 2)
  expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([['answer_seller'], []])
  await wrote('admin', 3)
  expect([await kindsOf(buyer), await kindsOf(seller)]).toEqual([['answer_seller'], ['answer_buyer']])
})

test('a question waits for its seller, an answer for who asked, until they are read', async () => {
  const talk = await aTalk(server)
  expect(await dashboardOf(talk.seller)).toMatchObject({
    unreadMessages: 1,
    rows: [{ kind: 'question', id: talk.id, person: 'Test buyer', book: { id: talk.book }, until: null }],
  })
  await write(server, talk.seller, talk.id)
  await ask(server, talk.asker, talk.book, 'Still?')
  expect([await kindsOf(talk.seller), await kindsOf(talk.asker)]).toEqual([['message'], ['message']])
  await readUpTo(server, talk.asker, talk.id, 2)
  expect(await kindsOf(talk.asker)).toEqual([])
})

test('unread messages are counted by the orders that they are about', async () => {
  const talk = await aTalk(server)
  const { id } = await anOrder(server, { ...talk, buyer: talk.asker })
  await ask(server, talk.asker, await aBook(services, talk.seller), 'And this one?')
  const ofSeller = () => get('unread-messages/by-order', talk.seller)
  expect(await ofSeller()).toEqual([{ orderId: id, unread: 1 }])
  expect(await get('unread-messages/by-order', talk.asker)).toEqual([])
  await readUpTo(server, talk.seller, talk.id, 1)
  expect(await ofSeller()).toEqual([])
})

test('what is new: books that a saved search found, and favourites that got cheaper', async () => {
  const reader = await anAccount(services, 'buyer')
  const seller = await anAccount(services, 'seller')
  const [found, foundLongAgo, sold, cheaper, asBefore] = await Promise.all(
    Array.from({ length: 5 }, () => aBook(services, seller)),
  )
  const { rows: wants } = await sql<{ id: string }>`
    INSERT INTO wants (account_id, search, key_word, name, often, created_at)
    VALUES (${reader.id}, 'q=hobbit', 'hobbit', 'Hobbits', 'daily', now()) RETURNING id`.execute(db)
  const match = (book: string, at: Date) =>
    sql`INSERT INTO want_matches (account_id, book_id, want_id, mail_at) VALUES (${reader.id}, ${book}, ${wants[0]!.id}, ${at})`.execute(
      db,
    )
  await match(found!, clock.now())
  await match(sold!, clock.now())
  await match(foundLongAgo!, new Date(clock.now().getTime() - 15 * DAY_MS))
  await sql`UPDATE books SET state = 'sold' WHERE id = ${sold}`.execute(db)
  for (const book of [cheaper!, asBefore!]) await send('PUT', `/api/favourites/${book}`, { token: reader.token })
  await sql`UPDATE books SET was_price = 2000, was_until = now() + interval '1 day' WHERE id = ${cheaper}`.execute(db)
  expect(await dashboardOf(reader)).toMatchObject({
    appeared: [{ book: { id: found }, price: { minor: 1250, currency: 'USD' }, search: 'Hobbits' }],
    reduced: [{ book: { id: cheaper }, price: { minor: 1250 }, was: { minor: 2000, currency: 'USD' } }],
  })
})

test('each count of the club is as long as the list behind it, and its row leads to the most urgent', async () => {
  const admin = await anAccount(services, 'admin')
  const { book, seller } = await anOrder(server)
  const problem = await anOpenProblem(server, { seller })
  const first = await aReport(server, book)
  clock.advance(1)
  await aReport(server, await aBook(services, seller))
  for (const currency of ['USD', 'EUR']) await owe((await anOrder(server, { seller })).id, currency)
  const undecided = await anAccount(services, 'user')
  await Promise.all([
    ...[1, 2, 3].map(() => foldAccountCounts(db)),
    send('PATCH', '/api/account', { token: undecided.token, body: { checked: 'seller' } }),
    anAccount(services, 'buyer'),
  ])
  const long = async (path: string) => (await walk(server, `/api/${path}`, admin.token)).ids.length
  const { rows, tasks, club } = await dashboardOf(admin)
  const counts = Object.fromEntries(tasks.map(({ kind, count }: Task) => [kind, count]))
  expect(counts).toEqual({
    report: await long('report-cases'),
    problem: await long('problems'),
    refund_by_hand: await long('orders?show=refund_failed'),
    // The seller who is owed in two currencies is one to pay, beside the one of the first test.
    payout: 2,
  })
  expect(rows.find(({ kind }: Task) => kind === 'report')).toMatchObject({ id: first, count: 2, book: { id: book } })
  const { rows: about } = await sql<{ id: string }>`
    SELECT order_id AS id FROM order_problems WHERE ended_at IS NULL ORDER BY opened_at LIMIT 1`.execute(db)
  expect(rows.find(({ kind }: Task) => kind === 'problem')).toMatchObject({ id: about[0]!.id })
  expect(problem).toBeTruthy()
  expect(club).toMatchObject({ sellers: await long('all-sellers'), buyers: await long('all-buyers') })
  expect(club.checklist.length).toBeGreaterThan(5)
})

test('among many orders and messages, only those that wait are read, by indexes', async () => {
  const account = crypto.randomUUID()
  const plans = await Promise.all(
    [
      sql`SELECT 1 FROM orders o WHERE o.seller_id = ${account} AND o.due_at IS NOT NULL`,
      sql`SELECT 1 FROM orders o WHERE o.seller_id = ${account} AND o.copy_is_back`,
      sql`SELECT 1 FROM orders o WHERE o.seller_id = ${account} AND o.paid_at >= now() - interval '1 day'
        ORDER BY o.paid_at`,
      sql`SELECT 1 FROM conversation_sides s WHERE s.account_id = ${account} AND s.unread > 0`,
    ].map((query) => planOf(db, query, ['seqscan', 'sort'])),
  )
  for (const [place, index] of [
    'orders_live_of_seller',
    'orders_copy_back',
    'orders_sold_by',
    'conversation_sides_unread',
  ].entries())
    expect(plans[place]).toContain(index)
})
