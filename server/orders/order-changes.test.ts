import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { orderBegins, orderLife, type OrderState } from '#contract/orders/order-life.ts'
import { handOverAccount } from '#server/account-closure/hand-over-account.ts'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  deliverAll,
  paymentsOf,
  reportPaid,
  withholdEvents,
  type TestOrder,
  refundAtTheProvider,
} from '#tests/kit/paying.ts'
import { aBook, anAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { debitStepsOf } from '#tests/kit/disputes/debit-steps.ts'
import { bankStepsOf } from '#tests/kit/disputes/bank-steps.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { deleteTradeOf } from './delete-trade.ts'
import { claimForBuyer, moveOrder } from './order-changes.sql.ts'
import { lockOrder } from './orders.sql.ts'
import { takeTimeStep } from './take-time-step.ts'

// Payment events are withheld until a test delivers them.
const server = await startTestServer({ connections: 30, env: { PAYMENT_METHODS: 'account' } })
await withholdEvents(server)
const { services, send, clock } = server
const { db } = server.database
const hour = 3600

interface EventRow {
  transition: string
  from: string | null
  to: string
  actor: string
  actorId: string | null
  at: Date
  facts: object
  isFromBefore: boolean
}

async function eventsOf({ id }: Pick<TestOrder, 'id'>): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT transition, from_state AS from, to_state AS to, actor, actor_id AS "actorId", at, facts,
      is_from_before AS "isFromBefore"
    FROM order_events WHERE order_id = ${id} ORDER BY id`.execute(db)
  return rows
}
const reconcile = (order: TestOrder) => reportPaid(server, order)
/** Ends a claim without asking the provider, as if its payment had slipped through. */
const endUnnoticed = ({ id, buyer }: TestOrder, transition: 'buyer_cancels' | 'time_expires') =>
  db.transaction().execute(async (tx) => {
    const by = transition === 'time_expires' ? { as: 'time' as const } : { as: 'buyer' as const, id: buyer.id }
    await moveOrder(tx, (await lockOrder(tx, id))!, transition, { by, now: clock.now() })
  })

const asBuyer = ({ id, buyer }: TestOrder, what: 'cash' | 'received' | 'cancel') =>
  send('POST', `/api/my-orders/${id}/${what}`, { as: buyer })
const asSeller = ({ id, seller }: TestOrder, what: 'agree' | 'release' | 'hand-over' | 'relist', body?: object) =>
  send('POST', `/api/my-buyers/${id}/${what}`, { as: seller, body })
const cancel = (order: TestOrder) => asBuyer(order, 'cancel')
const release = (order: TestOrder) => asSeller(order, 'release', { reason: 'no_meeting' })
async function enterCode(order: TestOrder) {
  const { json } = await send('GET', `/api/my-orders/${order.id}`, { as: order.buyer })
  return asSeller(order, 'hand-over', { code: json.handOverCode })
}

async function after(given: Promise<TestOrder>, act: (order: TestOrder) => Promise<unknown>): Promise<TestOrder> {
  await act(await given)
  return given
}
const aCashOrder = () => after(anOrder(server), (order) => asBuyer(order, 'cash'))
const anAgreedOrder = () => after(aCashOrder(), (order) => asSeller(order, 'agree'))
const aPaidOrder = async () => after(Promise.resolve((await anOrderPaidAtTheProvider(server)).order), reconcile)
const aHandedOverOrder = () => after(aPaidOrder(), (order) => asBuyer(order, 'received'))

/** Makes a step of one side, an hour later. */
async function step(
  given: Promise<TestOrder>,
  make: (order: TestOrder) => Promise<unknown>,
  actor: 'buyer' | 'seller',
  facts = {},
) {
  const order = await given
  clock.advance(hour)
  await make(order)
  return { order, who: { actor, actorId: order[actor].id, facts } }
}
async function timeStep(given: Promise<TestOrder>, hours: number) {
  const order = await given
  clock.advance(hours * hour)
  await takeTimeStep(services, order.id)
  return { order, who: { actor: 'time', actorId: null, facts: {} } }
}
async function refundedThere(given: Promise<TestOrder>, part?: number) {
  const order = await given
  const [payment] = await paymentsOf(server, order.id)
  const { intentId } = payment!
  await refundAtTheProvider(server, intentId, part)
  clock.advance(hour)
  await deliverAll(server, intentId)
  return { order, who: { actor: 'provider', actorId: null, facts: { intentId } } }
}

/** Problem steps of a state; none of them changes it. */
function problemStepsOf(state: OrderState, make: () => Promise<TestOrder>): typeof steps {
  const ask = async ({ id }: { id: string }, path: string, body?: object) =>
    (await send('POST', `/api/${path}`, { as: { id }, body })).json
  const open = (order: TestOrder) => ask(order.buyer, `orders/${order.id}/problems`, { kind: 'other', text: 'Hm' })
  const about = async (
    by: (order: TestOrder, problem: string) => Promise<{ actor: string; id: string }>,
    more = {},
  ) => {
    const order = await make()
    const { insertedId: problemId } = await open(order)
    clock.advance(hour)
    const { actor, id } = await by(order, problemId)
    return { order, who: { actor, actorId: id, facts: { problemId, ...more } } }
  }
  return {
    [`${state} either_opens_problem ${state}`]: async () => {
      const order = await make()
      clock.advance(hour)
      const { insertedId: problemId } = await open(order)
      return { order, who: { actor: 'buyer', actorId: order.buyer.id, facts: { problemId, kind: 'other' } } }
    },
    [`${state} either_answers ${state}`]: () =>
      about(async ({ seller }, problem) => {
        await ask(seller, `problems/${problem}/entries`, { text: 'No' })
        return { actor: 'seller', id: seller.id }
      }),
    [`${state} opener_settles ${state}`]: () =>
      about(async ({ buyer }, problem) => {
        await ask(buyer, `problems/${problem}/settle`)
        return { actor: 'buyer', id: buyer.id }
      }),
    [`${state} admin_decides ${state}`]: () =>
      about(
        async (_, problem) => {
          const { id } = await anAccount(services, 'admin')
          await ask({ id }, `problems/${problem}/decision`, { decision: 'nothing', text: 'No', revision: 1 })
          return { actor: 'admin', id }
        },
        { decision: 'nothing' },
      ),
  }
}

async function refundBy(given: Promise<TestOrder>, as: 'seller' | 'admin', amount?: string) {
  const order = await given
  const { id } = as === 'seller' ? order.seller : await anAccount(services, 'admin')
  clock.advance(hour)
  const body = { reason: 'not_met', amount }
  await send('POST', `/api/orders/${order.id}/refund`, { as: { id }, body })
  return { order, who: { actor: as, actorId: id, facts: { reason: 'not_met', refundId: await refundOf(order) } } }
}

/** Partial refunds, which leave the state unchanged. */
const partsOf = (state: OrderState, make: () => Promise<TestOrder>): typeof steps => ({
  [`${state} seller_refunds_part ${state}`]: () => refundBy(make(), 'seller', '3.00'),
  [`${state} admin_refunds_part ${state}`]: () => refundBy(make(), 'admin', '3.00'),
  [`${state} provider_refunds_part ${state}`]: () => refundedThere(make(), 300),
})

async function refundOf({ id }: TestOrder): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM refunds WHERE order_id = ${id}`.execute(db)
  return rows[0]!.id
}

const aDoneOrder = async () => (await timeStep(aHandedOverOrder(), 48)).order
const aRefundedOrder = async () => (await refundBy(aPaidOrder(), 'seller')).order

type Who = Pick<EventRow, 'actor' | 'actorId' | 'facts'>

/** Each transition of an order's life: how it comes about, an hour after the one before, and the event expected. */
const steps: Record<string, () => Promise<{ order: TestOrder; who: Who }>> = {
  '[*] buyer_claims claimed': async () => {
    const order = await anOrder(server)
    return { order, who: { actor: 'buyer', actorId: order.buyer.id, facts: {} } }
  },
  'claimed buyer_pays paid': async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    clock.advance(hour)
    await reconcile(order)
    return { order, who: { actor: 'buyer', actorId: order.buyer.id, facts: { intentId } } }
  },
  'claimed buyer_cancels cancelled': async () => {
    const order = await anOrder(server)
    clock.advance(hour)
    await cancel(order)
    return { order, who: { actor: 'buyer', actorId: order.buyer.id, facts: {} } }
  },
  'claimed time_expires expired': async () => {
    const order = await anOrder(server)
    clock.advance(48 * hour)
    await takeTimeStep(services, order.id)
    return { order, who: { actor: 'time', actorId: null, facts: {} } }
  },
  'claimed admin_closes_account cancelled': async () => {
    const [order, admin] = [await anOrder(server), await anAccount(services, 'admin')]
    clock.advance(hour)
    await closeByAdmin(services, order.seller.id, admin.id)
    return { order, who: { actor: 'admin', actorId: admin.id, facts: { accountId: order.seller.id } } }
  },
  'claimed email_changes_hands cancelled': async () => {
    const order = await anOrder(server)
    clock.advance(hour)
    await handOverAccount(services, order.buyer.identityId)
    return { order, who: { actor: 'system', actorId: null, facts: { accountId: order.buyer.id } } }
  },
  'paid provider_refunds refunded': () => refundedThere(aPaidOrder()),
  ...debitStepsOf(server, { claimed: () => anOrder(server), agreed: anAgreedOrder }),
  'claimed buyer_chooses_cash claimed': () => step(anOrder(server), (order) => asBuyer(order, 'cash'), 'buyer'),
  'claimed seller_agrees_to_cash agreed': () => step(aCashOrder(), (order) => asSeller(order, 'agree'), 'seller'),
  'claimed seller_releases cancelled': () => step(anOrder(server), release, 'seller', { reason: 'no_meeting' }),
  'agreed buyer_pays paid': async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    await asBuyer(order, 'cash')
    await asSeller(order, 'agree')
    clock.advance(hour)
    await reconcile(order)
    return { order, who: { actor: 'buyer', actorId: order.buyer.id, facts: { intentId } } }
  },
  'agreed seller_enters_code handed_over': () => step(anAgreedOrder(), enterCode, 'seller'),
  'agreed buyer_confirms handed_over': () => step(anAgreedOrder(), (order) => asBuyer(order, 'received'), 'buyer'),
  'agreed buyer_cancels cancelled': () => step(anAgreedOrder(), cancel, 'buyer'),
  'agreed seller_releases cancelled': () => step(anAgreedOrder(), release, 'seller', { reason: 'no_meeting' }),
  'agreed time_expires expired': () => timeStep(anAgreedOrder(), 14 * 24),
  'agreed admin_closes_account cancelled': async () => {
    const [order, admin] = [await anAgreedOrder(), await anAccount(services, 'admin')]
    clock.advance(hour)
    await closeByAdmin(services, order.buyer.id, admin.id)
    return { order, who: { actor: 'admin', actorId: admin.id, facts: { accountId: order.buyer.id } } }
  },
  'agreed email_changes_hands cancelled': async () => {
    const order = await anAgreedOrder()
    clock.advance(hour)
    await handOverAccount(services, order.seller.identityId)
    return { order, who: { actor: 'system', actorId: null, facts: { accountId: order.seller.id } } }
  },
  'paid seller_enters_code handed_over': () => step(aPaidOrder(), enterCode, 'seller'),
  'paid buyer_confirms handed_over': () => step(aPaidOrder(), (order) => asBuyer(order, 'received'), 'buyer'),
  'paid time_hands_over handed_over': () => timeStep(aPaidOrder(), 14 * 24),
  'paid seller_refunds refunded': () => refundBy(aPaidOrder(), 'seller'),
  'paid admin_refunds refunded': () => refundBy(aPaidOrder(), 'admin'),
  'handed_over seller_refunds refunded': () => refundBy(aHandedOverOrder(), 'seller'),
  'handed_over admin_refunds refunded': () => refundBy(aHandedOverOrder(), 'admin'),
  'refunded seller_relists refunded': () => step(aRefundedOrder(), (order) => asSeller(order, 'relist'), 'seller'),
  ...bankStepsOf(server, aPaidOrder, aHandedOverOrder, aDoneOrder, aRefundedOrder),
  'handed_over time_completes done': () => timeStep(aHandedOverOrder(), 48),
  ...problemStepsOf('agreed', anAgreedOrder),
  ...problemStepsOf('paid', aPaidOrder),
  ...problemStepsOf('handed_over', aHandedOverOrder),
  ...partsOf('paid', aPaidOrder),
  ...partsOf('handed_over', aHandedOverOrder),
  'handed_over provider_refunds refunded': () => refundedThere(aHandedOverOrder()),
  'done provider_refunds refunded': () => refundedThere(aDoneOrder()),
  'done provider_refunds_part done': () => refundedThere(aDoneOrder(), 300),
  'cancelled late_payment_arrives refunded': () => payLate('buyer_cancels', 'cancelled'),
  'expired late_payment_arrives refunded': () => payLate('time_expires', 'expired'),
}

async function payLate(transition: Parameters<typeof endUnnoticed>[1], state: string) {
  const { order, intentId } = await anOrderPaidAtTheProvider(server)
  await endUnnoticed(order, transition)
  clock.advance(hour)
  await reconcile(order)
  const refundReason = `the order was ${state} when the payment arrived`
  return { order, who: { actor: 'provider', actorId: null, facts: { intentId, refundReason } } }
}

describe('what happened to an order is written down with the change', () => {
  test.each(Object.keys(steps))('%s: who did it and when', async (step) => {
    const { order, who } = await steps[step]!()
    const [from, transition, to] = step.split(' ')
    const events = await eventsOf(order)
    expect(events.at(-1)).toEqual({
      transition,
      from: from === '[*]' ? null : from,
      to,
      ...who,
      at: clock.now(),
      isFromBefore: false,
    })
    // Events form a chain, and the last one's state is the order's.
    expect(events.map((event) => event.from)).toEqual([null, ...events.slice(0, -1).map((event) => event.to)])
    const { rows } = await sql`SELECT state, state_since AS since FROM orders WHERE id = ${order.id}`.execute(db)
    const since = from === to ? events.findLast((event) => event.from !== event.to)!.at : clock.now()
    expect(rows).toEqual([{ state: to, since }])
  })

  test('these are all the steps there are', () => {
    const all = Object.entries({ '[*]': orderBegins, ...orderLife }).flatMap(([from, nexts]) =>
      Object.entries(nexts).map(([transition, to]) => `${from} ${transition} ${to}`),
    )
    expect(Object.keys(steps).toSorted()).toEqual(all.toSorted())
  })

  test('a change that is rolled back leaves no event, nor does one that is refused', async () => {
    const order = await anOrder(server)
    const book = await aBook(services, order.seller)
    const now = clock.now()
    const before = await countEvents()
    const rolledBack = db.transaction().execute(async (tx) => {
      const claim = { bookId: book, buyerId: order.buyer.id, buyerName: '', buyerEmail: 'a@example.org' }
      const fee = { rate: 0, least: 0, currency: 'USD' }
      const wish = { ...claim, phone: '', meetingLocation: '', paysInCash: false, fee, now, payBy: now }
      expect((await claimForBuyer(tx, wish, now)).opened).not.toBeNull()
      await moveOrder(tx, (await lockOrder(tx, order.id))!, 'time_expires', { by: { as: 'time' }, now })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect((await cancel({ ...order, id: crypto.randomUUID() })).status).toBe(404)
    expect(await countEvents()).toBe(before)
  })

  test('twenty concurrent cancellations of an order are one event', async () => {
    const order = await anOrder(server)
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(order)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await eventsOf(order)).map(({ transition }) => transition)).toEqual(['buyer_claims', 'buyer_cancels'])
  })

  test('an order is moved by a step of its life, and as it was read', async () => {
    const { id } = await anOrder(server)
    const change = { by: { as: 'provider' as const }, now: clock.now() }
    const move = (state: 'claimed' | 'paid', transition: 'provider_refunds' | 'time_expires') =>
      db.transaction().execute((tx) => moveOrder(tx, { id, state }, transition, change))
    await expect(move('claimed', 'provider_refunds')).rejects.toThrow('No order goes from claimed by provider_refunds')
    await expect(move('paid', 'provider_refunds')).rejects.toThrow('is not paid any more')
    expect(await eventsOf({ id })).toHaveLength(1)
  })

  const WRITES = [
    /INSERT INTO (orders|order_events)\b/,
    /DELETE FROM orders\b/,
    /UPDATE\s+(orders|books)\b[^`;]*?\bSET\b((?!\bWHERE\b)[^`;])*?\bstate\s*=/,
  ]
  const writesState = (source: string) => WRITES.some((statement) => statement.test(source))

  test('no other statement writes an order’s state, or that of a copy', async () => {
    for (const planted of ["UPDATE orders o\n SET pay_by = now(), state = 'paid'", "UPDATE books SET state = 'sold'"])
      expect(writesState(`sql\`${planted} WHERE id = 1\``)).toBe(true)
    expect(writesState("sql`UPDATE books SET removed_at = now() WHERE state = 'unsold'`")).toBe(false)
    const files = await sources()
    const writers = files.filter(([, source]) => writesState(source)).map(([file]) => file)
    expect(writers.toSorted()).toEqual(['server/books/copy-states.public.ts', 'server/orders/order-changes.sql.ts'])
  })

  async function sources(): Promise<[file: string, source: string][]> {
    const found = await Promise.all(
      ['server', 'tools', 'bench'].map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((file) => path.join(folder, file)),
      ),
    )
    const files = found.flat().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    return Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as [string, string]))
  }
})

async function countEvents(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM order_events`.execute(db)
  return rows[0]!.count
}

describe('events stay', () => {
  const attempts = ["UPDATE order_events SET actor = 'time'", 'DELETE FROM order_events', 'TRUNCATE order_events']

  test.each(attempts)('%s is refused even to the table’s owner', async (statement) => {
    await anOrder(server)
    const { rows } =
      await sql`SELECT 1 FROM pg_tables WHERE tablename = 'order_events' AND tableowner = current_user`.execute(db)
    expect(rows).toHaveLength(1)
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([...attempts, 'TRUNCATE orders CASCADE'])('%s is refused whatever rights there are', async (statement) => {
    await anOrder(server)
    const withAllRights = db.transaction().execute(async (tx) => {
      await sql`GRANT ALL ON ALL TABLES IN SCHEMA public TO CURRENT_USER`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
    await expect(withAllRights).rejects.toThrow('events of an order are not changed or deleted')
  })

  test('until their order is deleted, which deletes no others', async () => {
    const [gone, kept] = [await anOrder(server), await anOrder(server)]
    await db.transaction().execute((tx) => deleteTradeOf(tx, [gone.buyer.id], clock.now()))
    expect(await eventsOf(gone)).toEqual([])
    expect(await eventsOf(kept)).toHaveLength(1)
    expect((await send('GET', `/api/advertise/${gone.book}`)).json).toMatchObject({ available: 'unsold' })
  })
})
