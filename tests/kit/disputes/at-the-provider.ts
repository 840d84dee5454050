import type { ProviderDispute } from '#server/ports/card-payments.ts'
import { sweep } from '#server/orders/sweep.ts'
import { anAccount, freshToken, type TestAccount } from '../accounts-and-books.ts'
import { aPayment, deliver, withholdEvents, type TestOrder } from '../paying.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/** What a test says of a dispute; the rest is that of a whole payment of aBook(), which the bank has just taken. */
type Given = Partial<ProviderDispute>

let count = 0

/**
 * Stands in for the provider's disputes, which no buyer's card can bring about in all their kinds. Payments and refunds
 * stay with the simulator.
 */
export function disputesAtTheProvider(server: TestServer) {
  const cards = server.services.cards!
  const all = new Map<string, { intentId: string; dispute: ProviderDispute }>()
  const { findIntent, findIntentId } = cards
  let asked = 0
  const of = (intentId: string) =>
    [...all.values()].filter((one) => one.intentId === intentId).map(({ dispute }) => dispute)
  cards.disputes = {
    async listOf(intentId) {
      asked += 1
      return of(intentId)
    },
    async listDisputedIntents(since) {
      return [...all.values()].filter(({ dispute }) => dispute.openedAt >= since).map(({ intentId }) => intentId)
    },
  }
  cards.findIntent = async (intentId) => {
    const report = await findIntent.call(cards, intentId)
    return report && { ...report, isDisputed: of(intentId).length > 0 }
  }
  cards.findIntentId = async (subject) =>
    subject.kind === 'dispute' ? (all.get(subject.id)?.intentId ?? null) : findIntentId.call(cards, subject)

  const event = (id: string, payment_intent: string | null) =>
    JSON.stringify({
      id: `evt_${(count += 1)}`,
      object: 'event',
      type: 'charge.dispute.updated',
      data: { object: { object: 'dispute', id, charge: 'ch_1', payment_intent } },
    })

  return {
    /** Opens a dispute, of which nobody tells the shop. */
    open(intentId: string, given: Given = {}): string {
      const providerDisputeId = `dp_${(count += 1)}`
      const now = server.clock.now()
      const dispute: ProviderDispute = {
        providerDisputeId,
        status: 'needs_response',
        isInquiry: false,
        amount: 1250,
        currency: 'usd',
        withdrawn: given.amount ?? 1250,
        cost: 1500,
        openedAt: now,
        respondBy: new Date(now.getTime() + 7 * 24 * 3600_000),
        ...given,
      }
      all.set(providerDisputeId, { intentId, dispute })
      return providerDisputeId
    },
    change(id: string, given: Given): void {
      Object.assign(all.get(id)!.dispute, given)
    },
    /** The event about a dispute, of which only the id counts. */
    eventOf: (id: string, { isNamed = true }: { isNamed?: boolean } = {}): string =>
      event(id, isNamed ? all.get(id)!.intentId : null),
    /** Has the provider tell the shop. */
    tell: async (id: string) => deliver(server, event(id, all.get(id)!.intentId)),
    /** How often the provider was asked for disputes until now. */
    asked: () => asked,
  }
}

/** A shop whose card provider has disputes, and what tests of them do in it. */
export async function startDisputedShop() {
  const server = await startTestServer({ connections: 30 })
  await withholdEvents(server)
  const { services, clock } = server
  const as = async ({ id }: Pick<TestAccount, 'id'>, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    server.send(method, `/api/${path}`, { token: await freshToken(services, id), ...(body && { body }) })
  return {
    server,
    bank: disputesAtTheProvider(server),
    admin: await anAccount(services, 'admin'),
    as,
    /** The order as a side reads it, the buyer unless given. */
    read: async (order: TestOrder, by: Pick<TestAccount, 'id'> = order.buyer) =>
      (await as(by, 'GET', `my-orders/${order.id}`)).json,
    async aDoneOrder(card?: string) {
      const { order, intentId } = await aPayment(server, {}, card)
      await as(order.buyer, 'POST', `my-orders/${order.id}/received`)
      clock.advance(48 * 3600)
      await sweep(services)
      return { order, intentId }
    },
  }
}
