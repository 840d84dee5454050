import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { feeOf, type FeeRule } from '#contract/money/club-fee.ts'
import { sweep } from '#server/orders/sweep.ts'
import { startDisputedShop } from '#tests/kit/disputes/at-the-provider.ts'
import {
  aPayment,
  balancesOf,
  deliverAll,
  GOOD_CARD,
  REFUSING_CARD,
  refundAtTheProvider,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { findDisputes } from './find-disputes.ts'

/*
 * Property test: a buyer's bank disputes a payment up to three times, asks, takes, gives back and decides, while the
 * seller and the club refund, refunds fail, the order goes on with whatever fee it has, money is transferred, and the shop hears of each late or never.
 * `npm run prove -- --steps N --seed S` runs more; a failure prints its seed.
 */
const RUNS = Math.ceil(Number(process.env.PROVE_STEPS ?? 200) / 20)
const SEED = Number(process.env.PROVE_SEED ?? 3)
const PRICE = 1250
const MOST_DISPUTES = 3

const { server, bank, admin, as, aDoneOrder } = await startDisputedShop()
afterAll(server.close)
const { services, clock } = server
const { db } = server.database

const amount = fc.constantFrom(300, 500, 700, PRICE)
const which = fc.nat(MOST_DISPUTES - 1)
const isInquiry = fc.constantFrom(true, false, false)
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open'), amount, isInquiry }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('escalate', 'review', 'appeal', 'win'), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('lose', 'lose', 'tell'), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('provider refunds', 'seller refunds'), amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('receive', 'wait', 'pay out', 'find') }) },
)
type Step = { do: string; amount?: number; isInquiry?: boolean; which?: number }

const anyFee = fc.constantFrom<FeeRule>(
  { rate: 0, least: 0 },
  { rate: 500, least: 0 },
  { rate: 250, least: 50 },
  { rate: 0, least: 600 },
)

/** A dispute as it is at the bank. */
interface Dispute {
  id: string
  status: 'open' | 'closed' | 'lost'
  isInquiry: boolean
  wasAppealed: boolean
  amount: number
}
interface World {
  order: TestOrder
  intentId: string
  disputes: Dispute[]
  fee: FeeRule
}

const deeds: Record<string, (world: World, step: Step) => Promise<unknown>> = {
  async open({ intentId, disputes }, { amount: disputed = PRICE, isInquiry = false }) {
    if (disputes.length === MOST_DISPUTES) return
    const id = bank.open(intentId, { amount: disputed, isInquiry, cost: 0, withdrawn: isInquiry ? 0 : disputed })
    disputes.push({ id, status: 'open', isInquiry, wasAppealed: false, amount: disputed })
  },
  receive: ({ order }) => as(order.buyer, 'POST', `my-orders/${order.id}/received`),
  find: () => findDisputes(services),
  async wait() {
    clock.advance(49 * 3600)
    await sweep(services)
  },
  async 'pay out'({ order: { seller } }) {
    const [owed] = (await as(admin, 'GET', `payouts/owed?seller=${seller.id}`)).json as { amount: object }[]
    const body = { sellerId: seller.id, amount: owed?.amount, reference: 'A', key: crypto.randomUUID() }
    if (owed) expect((await as(admin, 'POST', 'payouts', body)).status).toBe(200)
  },
  async 'seller refunds'({ order, disputes }, step) {
    const body = { reason: 'not_met', amount: (step.amount! / 100).toFixed(2) }
    if (!disputes.some(isHeld)) await as(order.seller, 'POST', `orders/${order.id}/refund`, body)
  },
  // More than is left is refused there.
  async 'provider refunds'({ intentId, disputes }, step) {
    if (!disputes.some(isHeld)) await refundAtTheProvider(server, intentId, step.amount).catch(() => {})
  },
}

/** The provider refunds nothing that the bank has. */
const isHeld = ({ isInquiry, status }: Dispute) => status !== 'closed' && !isInquiry

/** Something happens to a dispute, where its state allows it. */
async function dispose({ disputes }: World, step: Step): Promise<void> {
  const dispute = disputes[step.which! % Math.max(1, disputes.length)]
  if (!dispute) return
  const { id, status, isInquiry, amount: disputed } = dispute
  const become = (to: Partial<Dispute>, there: Parameters<typeof bank.change>[1]) => {
    Object.assign(dispute, to)
    bank.change(id, there)
  }
  if (step.do === 'tell') await bank.tell(id)
  if (step.do === 'appeal' && status === 'lost')
    become({ status: 'open', wasAppealed: true }, { status: 'under_review' })
  if (status !== 'open') return
  if (step.do === 'escalate' && isInquiry) become({ isInquiry: false }, { isInquiry: false, withdrawn: disputed })
  if (step.do === 'review') bank.change(id, { status: 'under_review' })
  if (step.do === 'lose' && !isInquiry) become({ status: 'lost' }, { status: 'lost' })
  if (step.do === 'win') become({ status: 'closed' }, { status: 'closed', withdrawn: 0 })
}

async function live(isDone: boolean, isRefusing: boolean, fee: FeeRule, steps: Step[]): Promise<void> {
  const card = isRefusing ? REFUSING_CARD : GOOD_CARD
  await setFee(fee)
  const world: World = { ...(await (isDone ? aDoneOrder(card) : aPayment(server, {}, card))), disputes: [], fee }
  // What holds for later orders is nothing to this one.
  await setFee({ rate: 1000, least: 0 })
  for (const step of steps) {
    clock.advance(60)
    await (step.which === undefined ? deeds[step.do]!(world, step) : dispose(world, step))
    await expectWaiting(world)
  }
  // In the end the shop hears of everything; twice, because that changes nothing.
  for (let count = 0; count < 2; count += 1) {
    for (const { id } of world.disputes) await bank.tell(id)
    await deliverAll(server, world.intentId)
    await sweep(services)
  }
  await expectBooks(world)
}

async function setFee({ rate, least }: FeeRule): Promise<void> {
  const { revision } = (await as(admin, 'GET', 'settings')).json as { revision: number }
  const to = { clubFee: String(rate / 100), clubFeeLeast: (least / 100).toFixed(2) }
  expect((await as(admin, 'PATCH', 'settings', { ...to, revision })).status).toBe(200)
}

/** Nothing is to be transferred for an order that the shop knows to be disputed. */
async function expectWaiting({ order }: World): Promise<void> {
  const { rows } = await sql`SELECT FROM disputes WHERE order_id = ${order.id} AND ended_at IS NULL`.execute(db)
  if (rows.length > 0) expect((await as(admin, 'GET', `payouts/owed?seller=${order.seller.id}`)).json).toEqual([])
}

/** Everything is where the bank, the refunds and the order's life say. */
async function expectBooks({ order, intentId, disputes, fee: rule }: World): Promise<void> {
  const balances = await balancesOf(server, order)
  const of = (account: string) => balances[account] ?? 0
  const { rows } = await sql<{ state: string; refunded: number; wasDone: boolean }>`
    SELECT state, (SELECT coalesce(sum(amount), 0)::int FROM refunds WHERE order_id = o.id) AS refunded,
      EXISTS (SELECT FROM order_events WHERE order_id = o.id AND to_state = 'done') AS "wasDone"
    FROM orders o WHERE id = ${order.id}`.execute(db)
  const { state, refunded, wasDone } = rows[0]!
  const sumOf = (wanted: Dispute['status']) =>
    disputes.reduce((sum, each) => sum + (each.status === wanted && !each.isInquiry ? each.amount : 0), 0)
  const made = (await services.cards!.listRefunds(intentId)).reduce(
    (sum, each) => sum + (each.isFailed ? 0 : each.amount),
    0,
  )
  const left = Math.max(0, PRICE - refunded - sumOf('lost'))
  const share = of('seller') + of('paid_out') + of('fee')
  expect(Object.values(balances).reduce((sum, each) => sum + each, 0)).toBe(0)
  expect({ disputed: of('disputed'), buyer: of('buyer'), refunds: of('refunds') }).toEqual({
    disputed: sumOf('open'),
    buyer: made + sumOf('lost') - PRICE,
    refunds: refunded - made,
  })
  // Never more than the book cost, nor less than nothing.
  expect({ share, isTheirs: share >= 0 && share <= PRICE }).toEqual({ share, isTheirs: true })
  // The club earns on what the sale brought in the end.
  expect(of('fee')).toBe(feeOf(rule, { minor: share, currency: 'USD' }))
  // After an appeal people decide (decision 96).
  if (disputes.some(({ wasAppealed }) => wasAppealed)) return
  expect({ share, isRefunded: state === 'refunded' }).toEqual({ share: wasDone ? left : 0, isRefunded: left === 0 })
}

test(
  'whatever a bank, a seller and the club do, and whenever the shop hears of it, the money is where it belongs',
  async () => {
    const lived = fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      anyFee,
      fc.array(anyStep, { minLength: 4, maxLength: 14 }),
      live,
    )
    await expect(fc.assert(lived, { numRuns: RUNS, seed: SEED, endOnFailure: true })).resolves.toBeUndefined()
  },
  RUNS * 20_000,
)
