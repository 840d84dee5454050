import Stripe from 'stripe'
import { sweep } from '#server/orders/sweep.ts'
import { payOut } from '#server/orders/transfers/pay-out.ts'
import { providerOf } from '#server/ports/payouts.ts'
import { cardSimulatorKeys } from '#server/providers/card-simulator/keys.ts'
import { anAccount, freshToken, type TestAccount } from '../accounts-and-books.ts'
import { aPayment, deliver, deliverAll, refundAtTheProvider, withholdEvents } from '../paying.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

export type Outcome = 'accepted' | 'checked' | 'incomplete' | 'refused' | 'bank_refuses'

/** A shop that pays sellers out by the simulated provider, and what tests of it do. */
export async function startPayingShop(on?: TestServer) {
  const server = await startTestServer({
    env: { PAYOUTS: 'stripe' },
    connections: 30,
    on,
  })
  if (!on) await withholdEvents(server)
  const { services, send, clock, origin } = server
  const as = async ({ id }: { id: string }, method: 'GET' | 'POST', path: string, body?: object) =>
    send(method, `/api/${path}`, { token: await freshToken(services, id), ...(body && { body }) })
  const admin = await anAccount(services, 'admin')

  /** A seller goes through the provider's page. */
  async function onboard(seller: { id: string }, outcome: Outcome = 'accepted') {
    const { json } = await as(seller, 'POST', 'my-payout-account')
    const { pathname } = new URL((json as { url: string }).url)
    const body = new URLSearchParams({ outcome })
    await fetch(`${origin}${pathname}`, { method: 'POST', body, redirect: 'manual' })
    return (await as(seller, 'POST', 'my-payout-account/refresh')).json
  }
  async function aSeller(outcome: Outcome = 'accepted') {
    const seller = await anAccount(services, 'seller')
    await onboard(seller, outcome)
    return seller
  }
  async function aDoneOrder(given?: TestAccount) {
    const seller = given && { ...given, token: await freshToken(services, given.id) }
    const { order, intentId } = await aPayment(server, { ...(seller && { seller }) })
    await as(order.buyer, 'POST', `my-orders/${order.id}/received`)
    clock.advance(48 * 3600)
    await sweep(services)
    return { order, intentId, seller: order.seller }
  }
  return {
    server,
    admin,
    as,
    onboard,
    aSeller,
    aDoneOrder,
    provider: providerOf(services.payouts)!,
    pay: () => payOut(services),
    /** Stripe's own SDK at the simulator, as an admin works on the provider's pages. */
    sdk: async () => atTheProvider(server),
    totals: async (seller: { id: string }) => (await as(seller, 'GET', 'my-statement/totals')).json,
    waiting: async (seller: { id: string }) => (await as(admin, 'GET', `payouts/waiting?seller=${seller.id}`)).json,
    owed: async (seller: { id: string }) => (await as(admin, 'GET', `payouts/owed?seller=${seller.id}`)).json,
    payByHand: (seller: { id: string }, minor: number) =>
      as(admin, 'POST', 'payouts', {
        sellerId: seller.id,
        amount: { minor, currency: 'USD' },
        reference: 'Transfer 7',
        key: `press-${crypto.randomUUID()}`,
      }),
    /** A refund that was made on the provider's own pages. */
    async refundThere(intentId: string, amount?: number) {
      await refundAtTheProvider(server, intentId, amount)
      await deliverAll(server, intentId)
    },
    /** An event of the provider's, by its type and object, under a new id each time. */
    tell: (type: string, object: object, more: object = {}) =>
      deliver(
        server,
        JSON.stringify({
          id: `evt_${crypto.randomUUID().replaceAll('-', '')}`,
          object: 'event',
          type,
          data: { object },
          ...more,
        }),
      ),
    tellThin: (type: string, related_object: object) =>
      deliver(
        server,
        JSON.stringify({
          id: `evt_${crypto.randomUUID().replaceAll('-', '')}`,
          object: 'v2.core.event',
          type,
          related_object,
          created: clock.now().toISOString(),
          livemode: false,
        }),
      ),
  }
}

async function atTheProvider({ origin, dataDir }: TestServer): Promise<Stripe> {
  const { secretKey } = await cardSimulatorKeys(dataDir)
  const inFolder: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${origin}/api/card-simulator${pathname}${search}`, init)
  }
  const httpClient = Stripe.createFetchHttpClient(inFolder)
  return new Stripe(secretKey, { telemetry: false, maxNetworkRetries: 0, httpClient })
}
