import * as fc from 'fast-check'
import { nextOrderState, type OrderTransition } from '#contract/orders/order-life.ts'
import { weathers, type Weather } from './weather.ts'
import type { OrderRow, World } from './world.ts'

/** Actions on an order, with their actor and transition. */
export const deeds = {
  cash: { by: 'buyer', path: 'my-orders', transition: 'buyer_chooses_cash' },
  cancel: { by: 'buyer', path: 'my-orders', transition: 'buyer_cancels' },
  received: { by: 'buyer', path: 'my-orders', transition: 'buyer_confirms' },
  agree: { by: 'seller', path: 'my-buyers', transition: 'seller_agrees_to_cash' },
  release: { by: 'seller', path: 'my-buyers', transition: 'seller_releases', body: { reason: 'no_answer' } },
  'hand-over': { by: 'seller', path: 'my-buyers', transition: 'seller_enters_code' },
  relist: { by: 'seller', path: 'my-buyers', transition: 'seller_relists' },
  refund: { by: 'seller', path: 'orders', transition: 'seller_refunds', body: { reason: 'not_met' } },
  'refund part': { by: 'seller', path: 'orders', transition: 'seller_refunds_part' },
} as const satisfies Record<string, { by: string; path: string; transition: OrderTransition; body?: object }>
export type Deed = keyof typeof deeds

/** What can be done about a problem with an order, which stays in its state. */
const problemDeeds = [
  'buyer opens',
  'seller opens',
  'buyer answers',
  'seller answers',
  'opener settles',
  'club decides',
] as const
export type ProblemDeed = (typeof problemDeeds)[number]
export const isAboutProblem = (deed: Step['do']): deed is ProblemDeed =>
  (problemDeeds as readonly string[]).includes(deed)

/** What a seller does to a listing, or to all of them. */
const listingDeeds = ['pause', 'show', 'delete', 'restore', 'advertise', 'pause all', 'show all'] as const
export type ListingDeed = (typeof listingDeeds)[number]
export const isAboutListing = (deed: Step['do']): deed is ListingDeed =>
  (listingDeeds as readonly string[]).includes(deed)

/** The club's actions on an account: one of two buyers and two sellers. */
const personDeeds = ['suspend', 'let in again', 'close'] as const
export type PersonDeed = (typeof personDeeds)[number]
export const isAboutPerson = (deed: Step['do']): deed is PersonDeed => (personDeeds as readonly string[]).includes(deed)

export const payments = ['card,cash', 'card', 'cash'] as const
/** The club's fee: per cent, and the least in minor units. */
const fees = [
  { percent: '0', least: 0 },
  { percent: '5', least: 0 },
  { percent: '2.5', least: 100 },
  { percent: '0', least: 1500 },
] as const
/**
 * `refusing`: its refunds fail after ten seconds. `wrong`: the provider took another amount than it was asked for.
 * `none`: the payment is opened and left.
 */
export const cards = ['good', 'refusing', 'wrong', 'none'] as const

export type Step =
  | { do: 'claim'; buyer: number; book: number }
  | { do: 'pay'; book: number; card: (typeof cards)[number] }
  | { do: 'club refunds' | 'club pays out' | 'club gives by hand'; book: number }
  | { do: 'provider refunds'; book: number; part?: number | undefined }
  | { do: 'reprice'; book: number; price: number }
  | { do: 'wait'; hours: number; by: 'sweep' | 'jobs' }
  | { do: 'weather'; is: Weather }
  | { do: 'set payments'; to: (typeof payments)[number] }
  | { do: 'set fee'; to: (typeof fees)[number] }
  | { do: PersonDeed; person: number }
  | { do: Deed | ProblemDeed | ListingDeed; book: number }
/** `next` picks a transition that the order's life allows now: random steps alone would rarely get far. */
export type Plan = Step | { do: 'next'; book: number; pick: number }

const book = fc.nat(2)
const always = <Name extends string>(name: Name) => fc.constant(name)
export const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 28, arbitrary: fc.record({ do: always('next'), book, pick: fc.nat(99) }) },
  { weight: 2, arbitrary: fc.record({ do: always('claim'), buyer: fc.nat(1), book }) },
  { weight: 3, arbitrary: fc.record({ do: always('pay'), book, card: fc.constantFrom(...cards) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('club refunds' as const, 'club pays out' as const, 'club gives by hand' as const),
      book,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: always('provider refunds'), book, part: fc.constantFrom(300, 700, undefined) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: always('wait'),
      hours: fc.constantFrom(1, 1, 25, 49, 15 * 24),
      by: fc.constantFrom('sweep' as const, 'jobs' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: always('weather'), is: fc.constantFrom(...weathers) }) },
  { weight: 1, arbitrary: fc.record({ do: always('set payments'), to: fc.constantFrom(...payments) }) },
  { weight: 3, arbitrary: fc.record({ do: always('set fee'), to: fc.constantFrom(...fees) }) },
  { weight: 2, arbitrary: fc.record({ do: always('reprice'), book, price: fc.constantFrom(1100, 1500, 2000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...listingDeeds), book }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom(...personDeeds), person: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom(...problemDeeds), book }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...(Object.keys(deeds) as Deed[])), book }) },
)

/** Minor units of a part that a seller gives back. */
export const PART = 700

/** Steps that end an order, made rarer, so that orders get far. */
const isEnding = (deed: Deed) => ['cancel', 'release', 'refund'].includes(deed)

/** Turns a plan into a step. */
export function planned(plan: Plan, { books, shop }: World, orders: OrderRow[]): Step {
  if (plan.do !== 'next') return plan
  // The provider recovers at times.
  if (shop.weather !== 'well' && plan.pick % 3 === 0) return { do: 'weather', is: 'well' }
  const order = orders.findLast(({ bookId }) => bookId === books[plan.book]!.id)
  const steps: Step[] = []
  if (!order || ['cancelled', 'expired'].includes(order.state))
    return { do: 'claim', buyer: plan.pick % 2, book: plan.book }
  // Refunds wanted while the provider is away are made later.
  if (shop.weather !== 'well' && ['paid', 'handed_over'].includes(order.state))
    return order.back > 0 ? { do: 'provider refunds', book: plan.book } : { do: 'refund part', book: plan.book }
  for (const deed of Object.keys(deeds) as Deed[])
    if (!(isEnding(deed) && plan.pick % 5) && mayBe({ do: deed, book: plan.book }, order))
      steps.push({ do: deed, book: plan.book })
  if (order.problemId)
    for (const deed of ['opener settles', 'seller answers', 'club decides'] as const)
      steps.push({ do: deed, book: plan.book })
  else if (nextOrderState(order.state, 'either_opens_problem')) steps.push({ do: 'buyer opens', book: plan.book })
  // A refund of more than is left must be refused.
  if (order.back > 0 && order.state !== 'refunded') steps.push({ do: 'refund part', book: plan.book })
  if (order.failed > 0) steps.push({ do: 'club gives by hand', book: plan.book })
  if (order.problemId) steps.push({ do: 'wait', hours: 15 * 24, by: 'sweep' })
  // Time alone gets it done.
  else if (order.state === 'handed_over' && plan.pick % 2) return { do: 'wait', hours: 49, by: 'sweep' }
  if (order.state === 'done')
    for (const deed of ['club pays out', 'refund part', 'provider refunds'] as const)
      steps.push({ do: deed, book: plan.book })
  // Most pay, and half of them by a card that takes no refunds.
  if (nextOrderState(order.state, 'buyer_pays')) {
    const pay = { do: 'pay', book: plan.book, card: plan.pick % 2 ? 'good' : 'refusing' } as const
    steps.push(pay, pay)
  }
  return steps[Math.floor(plan.pick / 4) % steps.length] ?? { do: 'wait', hours: 49, by: 'jobs' }
}

/** The outcome that the order's life gives a step without interference; null where it gives none. Most repeat harmlessly. */
export function mayBe(step: Step, order: OrderRow): boolean | null {
  if (!(step.do in deeds)) return null
  const { transition } = deeds[step.do as Deed]
  if (step.do === 'agree' && !order.cash) return false
  // More than is left is refused at its field.
  if (step.do === 'refund part' && order.back > order.amount - PART && nextOrderState(order.state, transition))
    return null
  if (step.do === 'relist') return order.state === 'refunded' && order.copyIsBack
  return nextOrderState(order.state, transition) === null ? null : true
}
