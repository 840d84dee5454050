import { sql } from 'kysely'
import type { FeeRule } from '#contract/money/club-fee.ts'
import type { OrderState } from '#contract/orders/order-life.ts'
import { aBook, anAccount, freshToken, type TestAccount } from '../accounts-and-books.ts'
import { withholdEvents } from '../paying.ts'
import { startTestServer, type Sent, type TestServer } from '../test-server.ts'
import { noteBookings } from './bookings.ts'
import { underWeather, type Weather } from './weather.ts'

/** Two processes of a shop on one database; the first runs the jobs. */
export interface Shop {
  first: TestServer
  second: TestServer
  currency: string
  /** Current behaviour of the card provider. */
  weather: Weather
}

export async function aShop(currency: string): Promise<Shop> {
  const env = { CURRENCY: currency }
  const first = await startTestServer({ connections: 12, jobs: true, env })
  const second = await startTestServer({ on: first, dataDir: first.dataDir, connections: 12, env })
  // Keeps both clocks equal; otherwise later writes could bear earlier times.
  second.clock.advance((first.clock.now().getTime() - second.clock.now().getTime()) / 1000)
  await withholdEvents(first)
  await noteBookings(first)
  const shop: Shop = { first, second, currency, weather: 'well' }
  for (const { services } of [first, second]) underWeather(services.cards!, () => shop.weather)
  return shop
}

/** The people and copies of a world. */
export interface World {
  shop: Shop
  sellers: TestAccount[]
  buyers: TestAccount[]
  admin: TestAccount
  books: { id: string; seller: TestAccount }[]
  /** In minor units: by book, the price on buyers' screens, which may be outdated; by order, what its buyer was shown. */
  onScreen: Map<string, number>
  shown: Map<string, number>
  /** By order, when it was paid for first. */
  paidAt: Map<string, number>
  /** By order, the club's fee when it was made. */
  fees: Map<string, FeeRule>
  /** By order, what it and its sides' accounts were like when both sides last read it. */
  told: Map<string, string>
}

/** In minor units, and of an amount that cards take in each of the currencies. */
export const PRICES = [1250, 1990, 99_990]

export async function aWorld(shop: Shop): Promise<World> {
  const { services } = shop.first
  const sellers = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
  const buyers = [await anAccount(services, 'buyer'), await anAccount(services, 'buyer')]
  const admin = await anAccount(services, 'admin')
  const books = []
  for (const [place, seller] of [...sellers, sellers[0]!].entries()) {
    const id = await aBook(services, seller, { resalePrice: PRICES[place]!, originalPrice: 200_000 }, shop.currency)
    books.push({ id, seller })
  }
  const maps = { onScreen: new Map(), shown: new Map(), paidAt: new Map(), fees: new Map(), told: new Map() }
  return { shop, sellers, buyers, admin, books, ...maps }
}

let turn = 0

/** Sends a request of an account to the instances in turns, with a fresh token. */
export async function ask(
  { shop }: World,
  accountId: string,
  method: string,
  path: string,
  body?: object,
): Promise<Sent> {
  turn += 1
  const { send, services } = turn % 2 ? shop.first : shop.second
  const { rows } = await sql<{ version: number }>`SELECT version FROM accounts WHERE id = ${accountId}`.execute(
    services.db,
  )
  const token = await freshToken(services, accountId, rows[0]!.version)
  return send(method, `/api/${path}`, { token, ...(body && { body }) })
}

export interface OrderRow {
  id: string
  bookId: string
  buyerId: string
  sellerId: string
  state: OrderState
  /** In minor units. */
  amount: number
  cash: boolean
  intentId: string | null
  copyIsBack: boolean
  /** The state in which its money went back. */
  refundedFrom: OrderState | null
  code: string
  paidAt: Date | null
  dueAt: Date
  /** Null while no problem stops the clock. */
  problemId: string | null
  openedBy: 'buyer' | 'seller' | null
  isStopped: boolean
  /** In the open problem. */
  entries: number
  /** What went or goes back of what paid for it, and what of that failed and wasn't given another way. */
  back: number
  failed: number
  /** The club's fee. */
  rate: number
  least: number
}

export async function ordersOf({ shop, books }: World): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    SELECT id, book_id AS "bookId", buyer_id AS "buyerId", seller_id AS "sellerId", state, amount, pays_in_cash AS cash, intent_id AS "intentId",
      fee_rate AS rate, fee_least AS least,
      copy_is_back AS "copyIsBack",
      (SELECT from_state FROM order_events e WHERE e.order_id = o.id AND e.to_state = 'refunded' AND e.from_state <> 'refunded')
        AS "refundedFrom", hand_over_code AS code, paid_at AS "paidAt", due_at AS "dueAt",
      seconds_left IS NOT NULL AS "isStopped",
      (SELECT coalesce(sum(r.amount), 0)::int FROM refunds r LEFT JOIN payments p ON p.id = r.payment_id
        WHERE r.order_id = o.id AND p.refund_reason IS NULL) AS back,
      (SELECT coalesce(sum(amount), 0)::int FROM refunds
        WHERE order_id = o.id AND failed_at IS NOT NULL AND given_by_hand_at IS NULL) AS failed,
      (SELECT p.id FROM order_problems p WHERE p.order_id = o.id AND ended_at IS NULL) AS "problemId",
      (SELECT revision FROM order_problems p WHERE p.order_id = o.id AND ended_at IS NULL) AS entries,
      (SELECT opened_by FROM order_problems p WHERE p.order_id = o.id AND ended_at IS NULL) AS "openedBy"
    FROM orders o WHERE book_id = ANY(${books.map(({ id }) => id)}::uuid[]) ORDER BY created_at, id`.execute(
    shop.first.database.db,
  )
  return rows
}

export interface PersonRow {
  id: string
  isClosed: boolean
  isSuspended: boolean
}

/** Suspended and closed accounts of this world. */
export async function peopleOut({ shop, sellers, buyers }: World): Promise<Map<string, PersonRow>> {
  const ids = [...sellers, ...buyers].map(({ id }) => id)
  const { rows } = await sql<PersonRow>`
    SELECT id, closed_at IS NOT NULL AS "isClosed", suspended_at IS NOT NULL AS "isSuspended" FROM accounts
    WHERE id = ANY(${ids}::uuid[]) AND (closed_at IS NOT NULL OR suspended_at IS NOT NULL)`.execute(
    shop.first.database.db,
  )
  return new Map(rows.map((person) => [person.id, person]))
}

/** Both instances' clocks, in seconds. */
export function pass({ first, second }: Shop, seconds: number): void {
  first.clock.advance(seconds)
  second.clock.advance(seconds)
}
