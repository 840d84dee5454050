import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { refuseWith } from '#contract/problems.ts'
import type { Site } from '#contract/site.ts'
import { identityEvents } from './accounts/identity-events.ts'
import { accountGuards } from './accounts/account-guards.ts'
import { handOverAccount } from './account-closure/hand-over-account.ts'
import { mayBePhoto } from './images/may-be-photo.ts'
import { clubTokens } from './accounts/club-token.ts'
import type { ServerOptions } from './build-server.ts'
import type { Config } from './config.ts'
import { isLoopback } from './config/is-loopback.ts'
import type { Connection } from './database/connect.ts'
import { queuedMail } from './jobs/queued-mail.ts'
import type { BookLookup } from './ports/book-lookup.ts'
import type { CardPayments } from './ports/card-payments.ts'
import { systemClock, type Clock } from './ports/clock.ts'
import type { MailPort } from './ports/mail.ts'
import { cardSimulator } from './providers/card-simulator/card-simulator.ts'
import { cardSimulatorKeys } from './providers/card-simulator/keys.ts'
import { postgresStore } from './providers/card-simulator/store.ts'
import { diskImages } from './providers/disk-images/disk-images.ts'
import { registerDiskImages } from './providers/disk-images/serve-disk-images.ts'
import {
  embeddedIdentity,
  googleRedirectUri,
  type GoogleSettings,
} from './providers/embedded-identity/embedded-identity.ts'
import { listOutbox, outboxMail } from './providers/mail/outbox-mail.ts'
import { smtpMail } from './providers/mail/smtp-mail.ts'
import { newSecret } from './secrets/kept-secrets.ts'
import { shopSecrets } from './secrets/shop-secrets.ts'
import type { Log, Services } from './services.ts'

/** Of the identity provider that `openShop` chooses: what a restore fills before any shop is opened. */
export { makeIdentityTables } from './providers/embedded-identity/embedded-identity.ts'

/** A shop with all its providers chosen and opened, before anything listens. */
export interface Shop {
  services: Services
  /** What the providers bring along for the HTTP server. */
  server: Required<Pick<ServerOptions, 'plugins' | 'catalogue' | 'messages'>> & Pick<ServerOptions, 'readOutbox'>
  close(): Promise<void>
}

type Plugin = (app: FastifyInstance) => unknown

/**
 * Chooses the providers that the configuration names and wires them to the use cases. Only this file knows which
 * provider satisfies which port.
 */
export async function openShop(
  config: Config,
  { connection, log, clock = systemClock }: { connection: Connection & { url: string }; log: Log; clock?: Clock },
): Promise<Shop> {
  const { db, url, catalogue, messages } = connection
  const secrets = await shopSecrets(config.dataDir)
  const plugins: Plugin[] = []
  const mail = openMail(config, clock)
  const cards = await openCards(config, connection, clock, log, plugins)
  const google = await openGoogle(config)
  const identity = await embeddedIdentity({
    databaseUrl: url,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    secret: secrets.identity,
    shopName: config.brand.name,
    rateLimits: config.rateLimits,
    refuseCommonPasswords: config.mode === 'live',
    ownsDatabase: config.database.kind === 'embedded',
    google: google.settings,
    mail: queuedMail({ db, sealer: secrets.mails }),
    clock,
    log,
    events: {
      ...identityEvents({ db }),
      onHandedOver: (identityId) => handOverAccount(services, identityId),
      mayBePhoto: (identityId, photoUrl) => mayBePhoto({ db, clock }, identityId, photoUrl),
    },
  })
  const pictures = { dir: path.join(config.dataDir, 'images') }
  plugins.push((app) => registerDiskImages(app, pictures))

  const [tokens, site] = [clubTokens(secrets.clubToken, clock), siteOf(config, cards.site, google.settings)]
  const services: Services = {
    db,
    clock,
    tokens,
    accounts: accountGuards({ db, tokens, site }),
    identity,
    cards: cards.port,
    images: diskImages(pictures),
    bookLookup: await openBookLookup(config),
    mail: mail.port,
    sealer: secrets.mails,
    site,
    shop: { currency: config.currency, claimSeconds: config.claimSeconds, addressSecret: secrets.addresses },
    log,
    refuse: refuseWith,
  }
  return {
    services,
    server: {
      plugins,
      catalogue,
      messages,
      ...(services.site.outbox && mail.readOutbox && { readOutbox: mail.readOutbox }),
    },
    close: () => identity.close().then(() => google.close()),
  }
}

async function openBookLookup({ openLibraryUrl, brand, publicUrl }: Config): Promise<BookLookup | null> {
  if (openLibraryUrl === null) return null
  const { openLibrary } = await import('./providers/open-library/open-library.ts')
  return openLibrary({ api: openLibraryUrl, agent: `${brand.name} (${publicUrl})` })
}

function openMail(config: Config, clock: Clock): { port: MailPort; readOutbox?: ServerOptions['readOutbox'] } {
  if (config.mail.kind === 'smtp') return { port: smtpMail(config.mail) }
  const dir = path.join(config.dataDir, 'outbox')
  return { port: outboxMail({ dir, clock }), readOutbox: () => listOutbox(dir) }
}

const CARDS_OFF: Site['cards'] = { mode: 'off', publishableKey: '', apiBase: '' }

async function openCards(
  config: Config,
  { db }: Connection,
  clock: Clock,
  log: Log,
  plugins: Plugin[],
): Promise<{ port: CardPayments | null; site: Site['cards'] }> {
  if (config.cards.kind === 'off') return { port: null, site: CARDS_OFF }
  // Loaded where it is needed: a sixth of what a short program takes to start.
  const { stripePayments } = await import('./providers/stripe/stripe-payments.ts')
  if (config.cards.kind === 'stripe') {
    const { publishableKey, ...secret } = config.cards
    return { port: stripePayments({ ...secret, clock, log }), site: { mode: 'stripe', publishableKey, apiBase: '' } }
  }
  const keys = await cardSimulatorKeys(config.dataDir)
  const apiBase = `${API_BASE}/card-simulator`
  // The shop speaks to its own simulator over loopback, wherever it can be reached from outside.
  const here = `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${config.port}`
  plugins.push((app) =>
    app.register(cardSimulator, {
      ...keys,
      prefix: apiBase,
      store: postgresStore(db),
      deliverEventsTo: () => `${here}${API_BASE}/payment-events`,
      allowedOrigins: config.allowedOrigins,
      shopName: config.brand.name,
      clock,
    }),
  )
  const port = stripePayments({ ...keys, api: () => new URL(apiBase, here), clock, log })
  return { port, site: { mode: 'simulator', publishableKey: keys.publishableKey, apiBase } }
}

async function openGoogle(config: Config): Promise<{ settings: GoogleSettings; close(): Promise<void> }> {
  const { google } = config.identity
  if (google.kind !== 'stand-in') return { settings: google, close: async () => {} }
  const client = { clientId: 'dogear', clientSecret: newSecret() }
  const redirectUris = config.allowedOrigins.map(googleRedirectUri)
  // Likewise; only a demo on this machine has one.
  const { startGoogleStandIn } = await import('./providers/google-stand-in/google-stand-in.ts')
  const standIn = await startGoogleStandIn({ ...client, redirectUris })
  return { settings: { kind: 'stand-in', issuer: standIn.issuer, ...client }, close: () => standIn.close() }
}

function siteOf(config: Config, cards: Site['cards'], google: GoogleSettings): Site {
  return {
    name: config.brand.name,
    tagline: config.brand.tagline,
    currency: config.currency,
    demo: config.mode === 'demo',
    outbox: config.mode === 'demo' && config.mail.kind === 'outbox' && isLoopback(new URL(config.publicUrl).hostname),
    cataloguePublic: config.cataloguePublic,
    holdSeconds: config.claimSeconds,
    publicUrl: config.publicUrl,
    contact: config.contact,
    cards: config.payments.card ? cards : CARDS_OFF,
    cash: config.payments.cash,
    identity: { kind: 'embedded', google: google.kind !== 'off' },
  }
}
