import { refuseWith } from '#contract/problems.ts'
import type { ContentPages } from '#contract/content-pages.ts'
import { accountGuards } from './accounts/account-guards.ts'
import { enterProvider } from './accounts/identity-moves/enter-provider.ts'
import { LATEST_TURN, listLeftProviders } from './accounts/identity-moves/identity-moves.public.ts'
import { findCurrency } from './books/books.public.ts'
import { actsAs } from './orders/sides/acts-as.ts'
import { eventsOfIdentity } from './account-closure/events-of-identity.ts'
import { mayBePhoto } from './images/may-be-photo.ts'
import { clubTokens } from './accounts/club-token.ts'
import type { ServerOptions } from './server-options.ts'
import type { Config } from './config.ts'
import type { DemoPayments } from './demo/demo-services.ts'
import { noting } from './http/log.ts'
import { logSilence } from './database/circuit-breaker.ts'
import type { Connection } from './database/connect.ts'
import { OperatorError } from './database/operator-error.ts'
import { deploymentOf, restOfSite, shopOf } from './deployment-info.ts'
import { mailForms } from './jobs/mails.ts'
import { sealedMailQueue } from './mail/sealed-mail.ts'
import { liveSettings } from './live-settings.ts'
import { shopMetrics } from './metrics/shop-metrics.ts'
import { openCards, type Plugin } from './open-cards.ts'
import { openCdn, openLookups } from './open-lookups.ts'
import { openMail } from './open-mail.ts'
import { openIdentity, providerOf, requireProvider, type SharedByProcesses } from './open-identity.ts'
import { pagesFolder, readPageSources } from './pages/read-pages.ts'
import { systemClock, type Clock } from './ports/clock.ts'
import { earlierPayments, deletePayments } from './providers/card-simulator/earlier-payments.ts'
import { openStores, type ImgbbPlaces } from './open-stores.ts'
import { shopSecrets } from './secrets/shop-secrets.ts'
import type { Log, Services } from './services.ts'

/** Tables of the identity provider, which a restore fills before a shop is opened. */
export { makeIdentityTables } from './providers/embedded-identity/embedded-identity.ts'

/** Payments of the demo's sales, and their removal. */
export const demoPayments: DemoPayments = { open: earlierPayments, forget: deletePayments }

/** A shop with all its providers opened, before it listens. */
export interface Shop {
  services: Services
  /** The content pages, with the settings in force. */
  content: () => ContentPages
  /** The providers' parts of the HTTP server. */
  server: Required<
    Pick<ServerOptions, 'plugins' | 'origins' | 'catalogue' | 'messages' | 'breaker' | 'metrics' | 'readPools'>
  > &
    Pick<ServerOptions, 'readOutbox' | 'replicas' | 'seesPictures' | 'purges'>
  googleStandIn: SharedByProcesses['googleStandIn']
  close(): Promise<void>
}

/** What an identity provider uses of the shop, which is opened after it. */
const identityServices = (
  { db, url, pooler, breaker }: GivenToShop['connection'],
  { clock, log, services }: { clock: Clock; log: Log; services: () => Services },
) => ({
  databaseUrl: url,
  pooler,
  breaker,
  clock,
  log,
  shopName: () => services().site.name,
  events: {
    ...eventsOfIdentity({ db, clock }, services),
    mayBePhoto: (identityId: string, photoUrl: string) => mayBePhoto({ db, clock }, identityId, photoUrl),
  },
})

interface GivenToShop {
  connection: Connection & { url: string; pooler?: string | undefined }
  log: Log
  clock?: Clock
  /** Hashes passwords; tests pass a cheaper hasher. */
  hashPassword?: Parameters<typeof openIdentity>[1]['hashPassword']
  /** A tool beside the shop: it must have the identity provider that the shop was last started with. */
  isTool?: boolean
  /** Where imgbb is; tests pass a stand-in's. */
  imgbbPlaces?: ImgbbPlaces | undefined
  shared?: SharedByProcesses
}

/**
 * Chooses the providers that the configuration names and wires them to the use cases; only the open-….ts know them.
 */
export async function openShop(
  config: Config,
  { connection, clock = systemClock, hashPassword, isTool = false, ...given }: GivenToShop,
): Promise<Shop> {
  const log = noting(given.log)
  const { db, catalogue, breaker } = connection
  await requireCurrency(connection, config)
  logSilence(breaker, log)
  const secrets = await shopSecrets(config.dataDir)
  const plugins: Plugin[] = []
  const cards = await openCards(config, connection, { clock, log, plugins, shopName: () => site.name })
  const stores = await openStores(config, { ...given, log, db, clock, secrets, plugins })
  const identity = await openIdentity(config, {
    ...identityServices(connection, { clock, log, services: () => services }),
    moved: await noteProvider(config, connection, { clock, log, isTool }),
    secret: secrets.identity,
    mail: sealedMailQueue({ db, sealer: secrets.mails }),
    hashPassword,
    ...given.shared,
  })
  const rest = { ...restOfSite(config, cards.site, identity.site), ...stores.site, payoutsThrough: cards.payouts.name }
  const live = liveSettings({ db, catalogue, config, rest, pages: await readPageSources(pagesFolder(config)) })
  const { settings, contentPages, site, content } = await orClose(identity, live)
  const origins = [cards, stores, identity].flatMap((opened) => opened.origins)
  const metrics = shopMetrics()
  const mail = openMail(config, { clock, site, metrics })
  const tokens = clubTokens(secrets.clubToken, clock)
  const services: Services = {
    db,
    clock,
    tokens,
    accounts: accountGuards({ db, tokens, site }, (account, role) => actsAs(db, account, role)),
    identity: identity.port,
    removeElsewhere: identity.removeElsewhere,
    cards: cards.port,
    payouts: cards.payouts,
    playCards: earlierPayments,
    ...stores.services,
    ...(await openLookups(config, site)),
    mail: mail.port,
    mailForms: mailForms.concat(identity.mails),
    sealer: secrets.mails,
    bankSealer: secrets.bankDetails,
    settings,
    contentPages,
    ...ofDeployment(config, connection),
    metrics,
    site,
    shop: shopOf(site, secrets.addresses),
    log,
    refuse: refuseWith,
  }
  return {
    services,
    content,
    server: { ...partsOf(config, connection, log), plugins, origins, metrics, ...mail.outbox, ...stores.server },
    googleStandIn: identity.googleStandIn,
    close: async () => void (await identity.close()),
  }
}

/** What the server uses of the database's connection, with what has a CDN forget the changes there. */
function partsOf(config: Config, { db, catalogue, messages, breaker, replicas, readPools }: Connection, log: Log) {
  const purges = openCdn(config, { db, log })
  return { catalogue, messages, breaker, replicas, readPools, ...(purges && { purges }) }
}

/** What admins see of how the shop is deployed, and its checks. */
const ofDeployment = (
  config: Config,
  connection: Connection,
): Pick<Services, 'deployment' | 'runCheck' | 'planDomain'> => ({
  deployment: deploymentOf(config, connection.pool),
  runCheck: lazyChecks(config, connection),
  planDomain: async (to) => (await import('./open-domain.ts')).ownPlan(config, connection)(to),
})

/** The shop's checks. Few look, so what asks each provider is loaded at the first one. */
const lazyChecks =
  (config: Config, connection: Connection): Services['runCheck'] =>
  async (name) =>
    (await import('./open-checks.ts')).ownChecks(config, connection)(name)

/** Notes which identity provider the shop has, which moves it where that is another one; a tool moves nothing. */
async function noteProvider(
  config: Config,
  { db, catalogue, pool }: Connection,
  { isTool, ...services }: { isTool: boolean; clock: Clock; log: Log },
) {
  const { since, turn } = await (isTool ? requireProvider : enterProvider)({ ...services, db }, providerOf(config))
  catalogue.expectCount(LATEST_TURN, turn)
  return { since, left: await listLeftProviders(db), pool }
}

/** Closes a provider when a later step fails: its connections would keep the failed start alive. */
const orClose = <Opened>(provider: { close(): Promise<unknown> }, opening: Promise<Opened>): Promise<Opened> =>
  opening.catch((error: unknown) => provider.close().then(() => Promise.reject(error)))

/**
 * Refuses a changed currency, which may be a forgotten setting: books must not be on sale in two. A demo may use any.
 */
async function requireCurrency({ db }: Connection, { mode, currency, currencyBefore }: Config): Promise<void> {
  if (mode === 'demo') return
  const present = (await findCurrency(db)) ?? currency
  if (present === currency || present === currencyBefore) return
  throw new OperatorError(
    `The books in this shop are priced in ${present}, and CURRENCY is ${currency}. Set CURRENCY=${present}; or, if the shop is to go over to ${currency}, CURRENCY=${currency} and CURRENCY_BEFORE=${present}: listed books keep their prices until their sellers change them.`,
  )
}
