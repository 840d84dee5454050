import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type Clock, systemClock } from '#server/ports/clock.ts'
import { cardSimulator } from '#server/providers/card-simulator/card-simulator.ts'
import { postgresStore } from '#server/providers/card-simulator/store.ts'
import { stripePayments } from '#server/providers/stripe/stripe-payments.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { testDatabase, type TestDatabase } from '#tests/kit/database.ts'

export const keys = {
  secretKey: 'sk_test_of_the_suite_0123456789',
  publishableKey: 'pk_test_of_the_suite_0123456789' as const,
  webhookSecret: 'whsec_of_the_suite_0123456789',
}

/** Any object of the wire, as a test looks at it. */
export type Wire = Record<string, unknown> & { id: string; status: string; client_secret: string; error: WireError }
type WireError = Record<string, unknown> & { message: string; payment_intent: Record<string, unknown> }

interface WireAnswer {
  status: number
  headers: Headers
  body: Wire
}

type Form = Record<string, string>
type Ask = (method: 'GET' | 'POST', path: string, form?: Form, headers?: Form) => Promise<WireAnswer>

/**
 * The simulator on a port and a database of its own, the SDK pointed at it, and a place that takes its events. Closed
 * afterwards.
 */
export async function startCardSimulator({ clock = systemClock, on }: { clock?: Clock; on?: TestDatabase } = {}) {
  const database = on ?? (await testDatabase())
  const logged: string[] = []
  const app = fastify({
    forceCloseConnections: true,
    logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
  })
  const origin = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const received: { rawBody: Buffer; signature: string }[] = []
  let eventsAnswer: number | 'never' = 200

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/api/payment-events', async (request, reply) => {
      received.push({ rawBody: request.body as Buffer, signature: String(request.headers['stripe-signature']) })
      return eventsAnswer === 'never' ? new Promise(() => {}) : reply.code(eventsAnswer).send()
    })
  })
  await app.register(cardSimulator, {
    prefix: '/api/card-simulator',
    ...keys,
    store: postgresStore(database.db),
    deliverEventsTo: () => `${origin()}/api/payment-events`,
    allowedOrigins: ['http://shop.test'],
    shopName: () => 'Paper & <Ink>',
    clock,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = () => app.close()
  afterwards(close)

  const asker =
    (key: string): Ask =>
    async (method, path, form = {}, headers = {}) => {
      const fields = new URLSearchParams(form)
      const url = `${origin()}/api/card-simulator/v1${path}`
      const authorization = `Bearer ${key}`
      const all = { authorization, ...headers }
      const response = await (method === 'GET'
        ? fetch(`${url}?${fields}`, { headers: all })
        : fetch(url, { method: 'POST', body: fields, headers: all }))
      return { status: response.status, headers: response.headers, body: (await response.json()) as Wire }
    }

  /** The SDK asks for `/v1` of a host: the simulator's folder comes before it. */
  const inFolder: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${origin()}/api/card-simulator${pathname}${search}`, init)
  }
  const sdk = new Stripe(keys.secretKey, {
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(inFolder),
  })

  const cards = stripePayments({ ...keys, clock, api: () => new URL(`${origin()}/api/card-simulator`) })
  return {
    database,
    origin,
    cards,
    /** Stripe's own SDK, with the secret key. */
    sdk,
    /** Asks as the shop, with the secret key. */
    shop: asker(keys.secretKey),
    /** Asks as a buyer's browser, with the publishable key. */
    browser: asker(keys.publishableKey),
    /** Every event that arrived until now, in order, with its verified content. */
    events: () =>
      received.map(({ rawBody, signature }) => {
        const event = cards.verifyEvent(rawBody, signature)
        if ('refused' in event) throw new Error(event.refused)
        return { ...event, intentId: event.subject?.kind === 'payment' ? event.subject.id : null }
      }),
    received,
    /** What was logged until now, as an operator would see it. */
    logged,
    answerEventsWith: (status: number | 'never') => (eventsAnswer = status),
    close,
  }
}

/** The form of a test card, as a browser sends it. */
export function cardForm(number: string, details: Form = {}): Form {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Ann Reader',
    'payment_method_data[billing_details][email]': 'ann@example.org',
    ...details,
  }
}
