import { sql } from 'kysely'
import { priceText } from '#contract/money/currency-digits.ts'
import { sweep } from '#server/orders/sweep.ts'
import { buyNowBody } from '../accounts-and-books.ts'
import {
  confirmCard,
  deliver,
  eventsAbout,
  GOOD_CARD,
  intentOf,
  paymentsOf,
  REFUSING_CARD,
  refundAtTheProvider,
} from '../paying.ts'
import { workOff } from './bookings.ts'
import {
  deeds,
  isAboutListing,
  isAboutPerson,
  isAboutProblem,
  PART,
  type cards,
  type Deed,
  type ListingDeed,
  type PersonDeed,
  type ProblemDeed,
  type Step,
} from './plans.ts'
import type { Weather } from './weather.ts'
import { ask, ordersOf, pass, type OrderRow, type World } from './world.ts'

/** What the provider takes where it takes something else than it was asked for, in minor units. */
const WRONG_AMOUNT = 100

const moneyOf = ({ shop: { currency } }: World, minor: number) => priceText({ minor, currency })

/** Takes a step and gives the answer's status; null where there is nothing to do it to. */
export async function take(step: Step, world: World, orders: OrderRow[]): Promise<number | null> {
  if (step.do === 'wait') return wait(step, world)
  if (step.do === 'weather') return turnWeather(world, step.is)
  if (step.do === 'set payments') return changeSettings(world, { payments: step.to })
  if (step.do === 'set fee')
    return changeSettings(world, { clubFee: step.to.percent, clubFeeLeast: moneyOf(world, step.to.least) })
  if (isAboutPerson(step.do)) return doToPerson(step.do, world, (step as { person: number }).person)
  const { book: place } = step as { book: number }
  const listed = world.books[place]!
  if (step.do === 'claim') return claim(world, world.buyers[step.buyer]!.id, listed.id)
  if (step.do === 'reprice') return reprice(world, listed, step.price)
  if (isAboutListing(step.do)) return doToListing(step.do, world, listed)
  if (step.do === 'club pays out') return payOut(listed.seller.id, world)
  const order = orders.findLast(({ bookId }) => bookId === listed.id)
  if (!order) return null
  if (step.do === 'pay') return pay(order, step.card, world)
  if (step.do === 'club gives by hand') return giveByHand(order, world)
  if (isAboutProblem(step.do)) return doAboutProblem(step.do, order, world)
  if (step.do === 'provider refunds') return refundThere(order, step.part, world)
  return doToOrder(step.do, order, world)
}

async function doToOrder(step: Deed | 'club refunds', order: OrderRow, world: World): Promise<number> {
  const [deed, who] =
    step === 'club refunds'
      ? ([deeds.refund, world.admin.id] as const)
      : ([deeds[step], deeds[step].by === 'buyer' ? order.buyerId : order.sellerId] as const)
  const call = step === 'club refunds' || step === 'refund part' ? 'refund' : step
  const bodies: Partial<Record<typeof step, object>> = {
    'hand-over': { code: order.code },
    'refund part': { reason: 'not_as_described', amount: moneyOf(world, PART) },
  }
  const body = bodies[step] ?? ('body' in deed ? deed.body : undefined)
  return (await ask(world, who, 'POST', `${deed.path}/${order.id}/${call}`, body)).status
}

/** Advances the time; due steps run by the sweep, or by jobs alone. */
async function wait({ hours, by }: { hours: number; by: 'sweep' | 'jobs' }, world: World): Promise<null> {
  pass(world.shop, hours * 3600)
  await bringAllEvents(world)
  await (by === 'sweep' ? sweep(world.shop.second.services) : workOff(world))
  return null
}

/** A provider that is well brings the events again that the shop couldn't take. */
export async function turnWeather(world: World, weather: Weather): Promise<null> {
  world.shop.weather = weather
  await bringAllEvents(world)
  return null
}

async function bringAllEvents(world: World): Promise<void> {
  if (world.shop.weather === 'well') for (const { id } of await ordersOf(world)) await bringEvents(world, id)
}

async function bringEvents({ shop: { first, second } }: World, orderId: string): Promise<void> {
  for (const { intentId } of await paymentsOf(first, orderId))
    for (const event of await eventsAbout(first, intentId)) await deliver(second, event)
}

async function priceOf({ shop }: World, bookId: string): Promise<number> {
  const { rows } = await sql<{ price: number }>`SELECT resale_price AS price FROM books WHERE id = ${bookId}`.execute(
    shop.first.database.db,
  )
  return rows[0]!.price
}

async function claim(world: World, buyerId: string, bookId: string): Promise<number> {
  const price = world.onScreen.get(bookId) ?? (await priceOf(world, bookId))
  // A refused buyer reloads the page.
  world.onScreen.delete(bookId)
  const body = { ...buyNowBody(bookId), agreedPrice: moneyOf(world, price) }
  const { status, json } = await ask(world, buyerId, 'POST', 'buy-now', body)
  if (status === 200 && !world.shown.has(json.insertedId)) world.shown.set(json.insertedId, price)
  return status
}

async function pay(order: OrderRow, card: (typeof cards)[number], world: World): Promise<number> {
  const { first } = world.shop
  const body = { resalePrice: moneyOf(world, order.amount), orderInfoId: order.id }
  const opened = await ask(world, order.buyerId, 'POST', 'create-payment-intent', body)
  if (opened.status !== 200 || card === 'none') return opened.status
  const { clientSecret } = opened.json as { clientSecret: string }
  const transactionId = intentOf(clientSecret)
  if (card === 'wrong')
    await sql`
      UPDATE card_simulator.objects SET document = document || jsonb_build_object('amount', ${WRONG_AMOUNT}::int)
      WHERE id = ${transactionId} AND document ->> 'status' <> 'succeeded'`.execute(first.database.db)
  await confirmCard(first, clientSecret, card === 'refusing' ? REFUSING_CARD : GOOD_CARD)
  return (await ask(world, order.buyerId, 'POST', 'payments', { transactionId, orderInfoId: order.id })).status
}

async function doAboutProblem(deed: ProblemDeed, order: OrderRow, world: World): Promise<number | null> {
  const by = deed.startsWith('opener') ? order.openedBy : deed.startsWith('buyer') ? 'buyer' : 'seller'
  if (!by || (!order.problemId && !deed.endsWith('opens'))) return null
  const who = deed === 'club decides' ? world.admin.id : by === 'buyer' ? order.buyerId : order.sellerId
  const post = async (path: string, body?: object) => (await ask(world, who, 'POST', path, body)).status
  if (deed.endsWith('opens')) return post(`orders/${order.id}/problems`, { kind: 'other', text: `The ${by} says so` })
  if (deed === 'opener settles') return post(`problems/${order.problemId}/settle`)
  if (deed === 'club decides') {
    const decision = [
      { decision: 'nothing', text: 'It stays' },
      { decision: 'part', amount: moneyOf(world, 100), text: 'For the stain' },
      { decision: 'all', text: 'All of it' },
    ][order.entries % 3]
    return post(`problems/${order.problemId}/decision`, { ...decision, revision: order.entries })
  }
  return post(`problems/${order.problemId}/entries`, {
    text: `${by} ${world.shop.first.clock.now().getTime()}`,
  })
}

/** An admin transfers what the list says is owed to a seller by now. */
async function payOut(sellerId: string, world: World): Promise<number | null> {
  const owed = await ask(world, world.admin.id, 'GET', 'payouts/owed?limit=100')
  // A step that waits lets the token expire.
  if (owed.status !== 200) return owed.status
  const one = (owed.json as { id: string; amount: { minor: number } }[]).find(({ id }) => id === sellerId)
  if (!one || one.amount.minor <= 0) return null
  const body = { sellerId, amount: one.amount, reference: 'A', key: crypto.randomUUID() }
  return (await ask(world, world.admin.id, 'POST', 'payouts', body)).status
}

async function giveByHand({ id, failed }: OrderRow, world: World): Promise<number | null> {
  if (failed === 0) return null
  const body = { amount: moneyOf(world, failed) }
  return (await ask(world, world.admin.id, 'POST', `orders/${id}/given-by-hand`, body)).status
}

/** Refunds in the provider's dashboard, and delivers the events. What it refuses isn't done. */
async function refundThere({ id }: OrderRow, part: number | undefined, world: World): Promise<null> {
  const { first } = world.shop
  const { rows } = await sql<{ intentId: string }>`
    SELECT intent_id AS "intentId" FROM payments WHERE order_id = ${id}`.execute(first.database.db)
  for (const { intentId } of rows) await refundAtTheProvider(first, intentId, part).catch(() => {})
  await bringEvents(world, id)
  return null
}

async function reprice(world: World, { id, seller }: World['books'][number], price: number): Promise<number> {
  const from = await priceOf(world, id)
  world.onScreen.set(id, from)
  const prices = [{ book: id, from: moneyOf(world, from), to: moneyOf(world, price) }]
  return (await ask(world, seller.id, 'POST', 'my-books/prices', { prices })).status
}

async function doToListing(deed: ListingDeed, world: World, { id, seller }: World['books'][number]): Promise<number> {
  if (deed === 'pause all' || deed === 'show all')
    return (await ask(world, seller.id, 'PUT', 'my-books', { isPaused: deed === 'pause all' })).status
  return (await ask(world, seller.id, 'POST', 'my-books/changes', { change: deed, books: [id] })).status
}

async function doToPerson(deed: PersonDeed, world: World, place: number): Promise<number> {
  const person = [...world.buyers, ...world.sellers][place]!
  const by = (method: string, path: string, body?: object) => ask(world, world.admin.id, method, path, body)
  if (deed === 'close') {
    const list = world.buyers.includes(person) ? 'all-buyers' : 'all-sellers'
    return (await by('DELETE', `${list}/delete/${person.id}`)).status
  }
  if (deed === 'let in again') return (await by('POST', `accounts/${person.id}/restore`)).status
  return (await by('POST', `accounts/${person.id}/suspend`, { days: '', reason: 'rules', note: '' })).status
}

async function changeSettings(world: World, wishes: object): Promise<number> {
  const { revision } = (await ask(world, world.admin.id, 'GET', 'settings')).json as { revision: number }
  return (await ask(world, world.admin.id, 'PATCH', 'settings', { ...wishes, revision })).status
}
