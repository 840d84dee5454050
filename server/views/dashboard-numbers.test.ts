import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { foldAccountCounts } from '#server/accounts/account-counts.public.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { anOpenProblem, anOrder } from '#tests/kit/paying.ts'
import { aReport } from '#tests/kit/reports.ts'
import { aTalk, ask, readUpTo } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send } = server
const { db } = services

const get = async (path: string, { token }: TestAccount) => (await send('GET', `/api/${path}`, { token })).json
const numbersOf = (account: TestAccount) => get('dashboard-numbers', account)

describe('what waits for a buyer and a seller', () => {
  let [seller, buyer]: TestAccount[] = []
  beforeAll(async () => {
    seller = await anAccount(services, 'seller')
    buyer = await anAccount(services, 'buyer')
    const inState = async (change: ReturnType<typeof sql>) => {
      const { id } = await anOrder(server, { seller: seller!, buyer: buyer! })
      await sql`UPDATE orders SET ${change} WHERE id = ${id}`.execute(db)
      return id
    }
    await inState(sql`pays_in_cash = false`)
    await inState(sql`pays_in_cash = true`)
    await inState(sql`state = 'agreed', pays_in_cash = true`)
    await inState(sql`state = 'paid', paid_at = now()`)
    await inState(sql`state = 'handed_over', paid_at = now()`)
    const done = await inState(sql`state = 'done', paid_at = now(), due_at = NULL`)
    // Two refunds of one order: one order to look at.
    for (let turn = 0; turn < 2; turn += 1)
      await sql`INSERT INTO refunds (order_id, amount, currency, actor, wanted_at, done_at, failed_at)
        VALUES (${done}, 100, 'USD', 'admin', now(), now(), now())`.execute(db)
    await aBook(services, seller)
    for (const change of ['is_advertised = true', 'removed_at = now()', 'is_paused = true'])
      await sql`UPDATE books SET ${sql.raw(change)} WHERE id = ${await aBook(services, seller)}`.execute(db)
  })

  test('is counted by what each does next', async () => {
    const none = { buying: { toPay: 0, toCollect: 0, refundsFailed: 0 }, club: null }
    expect(await numbersOf(buyer!)).toMatchObject({
      club: none.club,
      trade: { buying: { toPay: 1, toCollect: 2, refundsFailed: 1 } },
    })
    expect(await numbersOf(seller!)).toMatchObject({
      trade: { buying: none.buying, selling: { toAdvertise: 1, askForCash: 1, toHandOver: 2, unpaid: 1 } },
    })
  })

  test('leaves out what waits for others', async () => {
    expect(await numbersOf(await anAccount(services, 'user'))).toEqual({
      unreadMessages: 0,
      trade: {
        buying: { toPay: 0, toCollect: 0, refundsFailed: 0 },
        selling: { toAdvertise: 0, askForCash: 0, toHandOver: 0, unpaid: 0 },
      },
      club: null,
    })
  })
})

test('each number of the club is as long as the list behind it', async () => {
  const admin = await anAccount(services, 'admin')
  const { book, seller } = await anOrder(server)
  await anOpenProblem(server, { seller })
  for (const target of [book, await aBook(services, seller)]) await aReport(server, target)
  await sql`UPDATE accounts SET closed_at = now() WHERE id = ${(await anAccount(services, 'seller')).id}`.execute(db)
  for (const currency of ['USD', 'EUR']) {
    const { id } = await anOrder(server, { seller })
    await sql`INSERT INTO ledger_entries (movement, order_id, kind, source, account, amount, currency, at)
      SELECT ${crypto.randomUUID()}::uuid, ${id}, 'owed', 'order', account, amount, ${currency}, now()
      FROM (VALUES ('club', -700), ('seller', 700)) entry (account, amount)`.execute(db)
  }
  const undecided = await anAccount(services, 'user')
  await Promise.all([
    ...[1, 2, 3].map(() => foldAccountCounts(db)),
    send('PATCH', '/api/account', { token: undecided.token, body: { checked: 'seller' } }),
    anAccount(services, 'buyer'),
  ])
  const long = async (path: string) => (await walk(server, `/api/${path}`, admin.token)).ids.length
  expect(await numbersOf(admin)).toEqual({
    unreadMessages: 0,
    trade: null,
    club: {
      sellers: await long('all-sellers'),
      buyers: await long('all-buyers'),
      openReports: await long('report-cases'),
      openProblems: await long('problems'),
      refundsFailed: await long('orders?show=refund_failed'),
      disputed: await long('orders?show=disputed'),
      // Owed in two currencies: one seller to pay.
      sellersOwed: 1,
    },
  })
})

test('unread messages are counted in all, and by the orders that they are about', async () => {
  const talk = await aTalk(server)
  const { id } = await anOrder(server, { ...talk, buyer: talk.asker })
  await ask(server, talk.asker, await aBook(services, talk.seller), 'And this one?')
  const ofSeller = () => get('unread-messages/by-order', talk.seller)
  expect(await ofSeller()).toEqual([{ orderId: id, unread: 1 }])
  expect(await numbersOf(talk.seller)).toMatchObject({ unreadMessages: 2 })
  expect(await get('unread-messages/by-order', talk.asker)).toEqual([])
  await readUpTo(server, talk.seller, talk.id, 1)
  expect(await ofSeller()).toEqual([])
})
