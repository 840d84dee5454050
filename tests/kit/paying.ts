import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { cardSimulatorKeys } from '#server/providers/card-simulator/keys.ts'
import { aBook, anAccount, buyNowBody, type TestAccount } from './accounts-and-books.ts'
import type { Sent, TestServer } from './test-server.ts'

export interface TestOrder {
  id: string
  book: string
  seller: TestAccount
  buyer: TestAccount
}

/** Stripe's test card that pays. */
export const GOOD_CARD = '4242424242424242'
/** Its test card that pays, and whose refunds seem to succeed, and fail ten seconds later. */
export const REFUSING_CARD = '4000000000005126'

/** A copy, claimed by a buyer over HTTP and not paid. */
export async function anOrder(
  server: TestServer,
  given: { seller?: TestAccount; buyer?: TestAccount; book?: string } = {},
): Promise<TestOrder> {
  const seller = given.seller ?? (await anAccount(server.services, 'seller'))
  const buyer = given.buyer ?? (await anAccount(server.services, 'buyer'))
  const book = given.book ?? (await aBook(server.services, seller))
  const bought = await server.send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })
  if (bought.status !== 200) throw new Error(bought.text)
  return { id: bought.json.insertedId as string, book, seller, buyer }
}

/** Opens the order's payment; the price is that of aBook(). */
export const openPayment = (server: TestServer, order: TestOrder, resalePrice = '12.50'): Promise<Sent> =>
  server.send('POST', '/api/create-payment-intent', {
    as: order.buyer,
    body: { resalePrice, orderInfoId: order.id },
  })

/** The payment's id, which its client secret begins with. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret')[0] ?? ''

/** Confirms a card at the provider, as the buyer's browser does; the shop gets no event. */
export const confirmCard = (
  server: Pick<TestServer, 'origin' | 'dataDir'>,
  clientSecret: string,
  number = GOOD_CARD,
): Promise<Response> =>
  confirmAtTheProvider(server, clientSecret, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  })

/** Confirms any method at the provider, as the buyer's browser does. */
export async function confirmAtTheProvider(
  { origin, dataDir }: Pick<TestServer, 'origin' | 'dataDir'>,
  clientSecret: string,
  method: Record<string, string>,
): Promise<Response> {
  const { publishableKey } = await cardSimulatorKeys(dataDir)
  return fetch(`${origin}/api/card-simulator/v1/payment_intents/${intentOf(clientSecret)}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      ...method,
      'payment_method_data[billing_details][name]': 'Nora Berg',
      'payment_method_data[billing_details][email]': 'nora@example.org',
    }),
  })
}

/** Bank debits of the simulator: they arrive or fail after ten seconds, or stay on their way. */
export const debits = { arrives: '000123456789', fails: '000222222227', stays: '000000000009' }

/** Confirms a bank debit at the provider, as the buyer's browser does; the shop gets no event. */
export const confirmDebit = (server: TestServer, clientSecret: string, account: string): Promise<Response> =>
  confirmAtTheProvider(server, clientSecret, {
    'payment_method_data[type]': 'us_bank_account',
    'payment_method_data[us_bank_account][account_number]': account,
  })

/** An order whose payment its buyer's bank is sending; the shop hasn't heard of it yet. */
export async function anOrderOnItsWay(server: TestServer, account: string, order?: TestOrder) {
  const paid = order ?? (await anOrder(server))
  const { clientSecret } = (await openPayment(server, paid)).json as { clientSecret: string }
  const confirmed = await confirmDebit(server, clientSecret, account)
  if (confirmed.status !== 200) throw new Error(await confirmed.text())
  return { order: paid, clientSecret, intentId: intentOf(clientSecret) }
}

/** An order paid at the provider, without an event to the shop yet. */
export async function anOrderPaidAtTheProvider(
  server: TestServer,
  given?: Parameters<typeof anOrder>[1],
  card = GOOD_CARD,
) {
  const order = await anOrder(server, given)
  const { clientSecret } = (await openPayment(server, order)).json as { clientSecret: string }
  const confirmed = await confirmCard(server, clientSecret, card)
  if (confirmed.status !== 200) throw new Error(await confirmed.text())
  return { order, clientSecret, intentId: intentOf(clientSecret) }
}

/** Says that an order is paid, as the buyer's browser does: the shop looks at the provider. */
export const reportPaid = ({ send }: TestServer, { id, buyer }: Pick<TestOrder, 'id' | 'buyer'>): Promise<Sent> =>
  send('PUT', `/api/makeorderpaid/${id}`, { as: buyer, body: { isPaid: true } })

/** A paid order, with its payment's id. */
export async function aPayment(server: TestServer, ...given: Rest<typeof anOrderPaidAtTheProvider>) {
  const { order, intentId } = await anOrderPaidAtTheProvider(server, ...given)
  const reported = await reportPaid(server, order)
  if (reported.status !== 200) throw new Error(reported.text)
  return { order, intentId }
}
type Rest<Of extends (...given: never[]) => unknown> = Parameters<Of> extends [unknown, ...infer Given] ? Given : never

export const aPaidOrder = async (server: TestServer, given?: Parameters<typeof anOrder>[1]): Promise<TestOrder> =>
  (await aPayment(server, given)).order

/** An order to be paid in cash, as both sides agreed. */
export async function anAgreedOrder(server: TestServer): Promise<TestOrder> {
  const order = await anOrder(server)
  const { id, buyer, seller } = order
  await server.send('POST', `/api/my-orders/${id}/cash`, { token: buyer.token })
  await server.send('POST', `/api/my-buyers/${id}/agree`, { token: seller.token })
  return order
}

/** A problem that the buyer opened, with an order of its own, by the shortest way. */
export async function anOpenProblem(server: TestServer, given: Parameters<typeof anOrder>[1]): Promise<string> {
  const { id } = await anOrder(server, given)
  const { rows } = await sql<{ id: string }>`
    WITH agreed AS (UPDATE orders SET state = 'agreed', seconds_left = 1 WHERE id = ${id} RETURNING id)
    INSERT INTO order_problems (order_id, kind, opened_by, opened_at) SELECT id, 'other', 'buyer', now() FROM agreed
    RETURNING id`.execute(server.database.db)
  return rows[0]!.id
}

/** Balances of an order, without empty accounts. */
export async function balancesOf(
  { database: { db } }: TestServer,
  { id }: Pick<TestOrder, 'id'>,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; balance: number }>`
    SELECT account, sum(amount)::int AS balance FROM ledger_entries WHERE order_id = ${id}
    GROUP BY account HAVING sum(amount) <> 0`.execute(db)
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
}

/** Withholds the provider's events until a test delivers them. */
export async function withholdEvents({ database: { db } }: TestServer): Promise<void> {
  await sql`
    CREATE FUNCTION card_simulator.hold() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.next_attempt_at := 'infinity'; RETURN NEW; END $$`.execute(db)
  await sql`
    CREATE TRIGGER hold BEFORE INSERT ON card_simulator.deliveries
    FOR EACH ROW EXECUTE FUNCTION card_simulator.hold()`.execute(db)
}

/** The withheld events about a payment, as their bytes. */
export async function eventsAbout({ database: { db } }: TestServer, intentId: string): Promise<string[]> {
  const { rows } = await sql<{ payload: string }>`
    SELECT payload FROM card_simulator.deliveries WHERE payload LIKE ${`%${intentId}%`}`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** The provider's signature over an event's bytes, unless the test wants it otherwise. */
export async function signatureOf(
  server: TestServer,
  payload: string,
  given: { secret?: string; at?: Date } = {},
): Promise<string> {
  const secret = given.secret ?? (await cardSimulatorKeys(server.dataDir)).webhookSecret
  const at = Math.floor((given.at ?? server.clock.now()).getTime() / 1000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`
}

/** Delivers all events about a payment to the shop; returns the statuses of its answers. */
export async function deliverAll(server: TestServer, intentId: string): Promise<number[]> {
  const statuses: number[] = []
  for (const event of await eventsAbout(server, intentId)) statuses.push((await deliver(server, event)).status)
  return statuses
}

/** Delivers an event to the shop, as the provider does. */
export async function deliver(server: TestServer, payload: string, signature?: string): Promise<Sent> {
  return server.send('POST', '/api/payment-events', {
    body: payload,
    headers: { 'stripe-signature': signature ?? (await signatureOf(server, payload)) },
  })
}

/** State of an order, as its buyer sees it. */
export async function stateOf(server: TestServer, order: Pick<TestOrder, 'id' | 'buyer'>): Promise<string> {
  return (await server.send('GET', `/api/my-orders/${order.id}`, { token: order.buyer.token })).json.state as string
}

/** Recorded payments of an order. */
export async function paymentsOf({ database: { db } }: TestServer, orderId: string) {
  const { rows } = await sql<{ intentId: string; amount: number; refundReason: string | null; refunded: boolean }>`
    SELECT intent_id AS "intentId", amount, refund_reason AS "refundReason",
      amount = (SELECT sum(r.amount) FROM refunds r WHERE r.payment_id = p.id AND r.done_at IS NOT NULL) IS TRUE AS refunded
    FROM payments p WHERE order_id = ${orderId} ORDER BY recorded_at`.execute(db)
  return rows
}

/** Refunds in the provider's dashboard: all that is left, or a part (minor units). */
export async function refundAtTheProvider(server: TestServer, intentId: string, amount?: number): Promise<void> {
  const { secretKey } = await cardSimulatorKeys(server.dataDir)
  const answer = await fetch(`${server.origin}/api/card-simulator/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ payment_intent: intentId, ...(amount !== undefined && { amount: String(amount) }) }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
}

/** Inserts a payment to refund in full, for the given reason, before the provider was asked. */
export async function insertVoidPayment(
  { database: { db } }: TestServer,
  { orderId, intentId, reason }: { orderId: string; intentId: string; reason: string },
): Promise<void> {
  await sql`
    WITH paid AS (
      INSERT INTO payments (order_id, intent_id, amount, currency, refund_reason)
      VALUES (${orderId}, ${intentId}, 1250, 'USD', ${reason}) RETURNING id, order_id
    )
    INSERT INTO refunds (order_id, payment_id, amount, currency, actor, wanted_at)
    SELECT order_id, id, 1250, 'USD', 'system', now() FROM paid`.execute(db)
}

/** State of a payment at the provider, and whether it is fully refunded. */
export async function atTheProvider({ services }: TestServer, intentId: string) {
  const report = await services.cards?.findIntent(intentId)
  return {
    status: report?.status,
    refunded: report !== null && report !== undefined && report.refunded === report.amount,
  }
}
