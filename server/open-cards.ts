import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { isPublishable, type Site } from '#contract/site.ts'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import type { BrowserOrigins } from './ports/browser-origins.ts'
import type { CardPayments } from './ports/card-payments.ts'
import type { Clock } from './ports/clock.ts'
import type { Payouts } from './ports/payouts.ts'
import { cardSimulator } from './providers/card-simulator/card-simulator.ts'
import { cardSimulatorKeys } from './providers/card-simulator/keys.ts'
import { postgresStore } from './providers/card-simulator/store.ts'
import { payoutsByHand } from './providers/payouts-by-hand/payouts-by-hand.ts'
import { stripeOrigins } from './providers/stripe/stripe-origins.ts'
import type { Log } from './services.ts'

/** A provider's part of the HTTP server. */
export type Plugin = (app: FastifyInstance) => unknown

/** Opens the provider of card payments and payouts that the configuration names; the demo's simulator is a plugin. */
export async function openCards(
  config: Config,
  { db }: Connection,
  { clock, log, plugins, shopName }: { clock: Clock; log: Log; plugins: Plugin[]; shopName: () => string },
): Promise<{ port: CardPayments | null; payouts: Payouts; site: Site['cards']; origins: BrowserOrigins[] }> {
  if (config.cards.kind === 'off')
    return {
      port: null,
      payouts: payoutsByHand(),
      site: { mode: 'off', methods: 'card', publishableKey: '', apiBase: '' },
      origins: [],
    }
  const methods = config.paymentMethods
  // Lazy import: it takes a sixth of a short program's start.
  const { stripePayments } = await import('./providers/stripe/stripe-payments.ts')
  const { stripePayouts } = await import('./providers/stripe/stripe-payouts.ts')
  const payoutsBy = (given: Parameters<typeof stripePayouts>[0]) =>
    config.payouts === 'stripe' ? stripePayouts(given) : payoutsByHand()
  if (config.cards.kind === 'stripe') {
    const { publishableKey, ...secret } = config.cards
    if (!isPublishable(publishableKey)) throw new Error('What browsers are shown is no publishable key.')
    const site = { mode: 'stripe' as const, methods, publishableKey, apiBase: '' }
    return {
      port: stripePayments({ ...secret, clock, log }),
      payouts: payoutsBy(secret),
      site,
      origins: [stripeOrigins],
    }
  }
  const keys = await cardSimulatorKeys(config.dataDir)
  const apiBase = `${API_BASE}/card-simulator`
  // The shop reaches its own simulator over loopback, whatever its host.
  const here = `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${config.port}`
  plugins.push((app) =>
    app.register(cardSimulator, {
      ...keys,
      prefix: apiBase,
      store: postgresStore(db),
      deliverEventsTo: () => `${here}${API_BASE}/payment-events`,
      allowedOrigins: config.allowedOrigins,
      shopName,
      clock,
    }),
  )
  const api = () => new URL(apiBase, here)
  const port = stripePayments({ ...keys, api, clock, log })
  const payouts = payoutsBy({ ...keys, api, name: 'the test bank' })
  const site = { mode: 'simulator' as const, methods, publishableKey: keys.publishableKey, apiBase }
  return { port, payouts, site, origins: [] }
}
