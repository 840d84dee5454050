import path from 'node:path'
import { HOUR_MS } from '#contract/duration.ts'
import { screenSettings, SETTING_NAMES, type ShopSettings } from '#contract/settings/shop-settings.ts'
import type { PublishableKey } from '#contract/site.ts'
import { divideConnections } from './config/connections.ts'
import { contradictions } from './config/contradictions.ts'
import { isLoopback } from './config/is-loopback.ts'
import { secretValues } from './config/secret-values.ts'
import { nearNames, type NearName } from './config/near-names.ts'
import { readSettings, SETTINGS, type Read, type Settings } from './config/settings.ts'

/**
 * Everything an operator can set, read once from the environment and frozen. The program and its tools hand their
 * environment to `readConfig`, and nothing else in the server looks at it. Zero settings give the demo; a live shop
 * must say who it is. All mistakes are reported at once.
 */
export type Config = Readonly<
  ReturnType<typeof configOf> & {
    /** A sentence for each name in the environment that is no setting, but near enough to have been meant for one. */
    strayNames: readonly string[]
  }
>

/** Says every mistake in the environment in one message, for the person who started the program. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const MODE_IS_MISSING =
  'NODE_ENV: no longer opens a shop for real people; write DOGEAR_MODE=live instead (or DOGEAR_MODE=demo for the demo)'

/** Reads the environment given. Throws ConfigError with one line per mistake. Empty values count as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = readSettings(env)
  const { given, values } = read
  const asksForTheOldWay = !given.has('DOGEAR_MODE') && /^prod/i.test(env.NODE_ENV ?? '')
  const mode = values.DOGEAR_MODE ?? modeMeant(given.get('DOGEAR_MODE') ?? (asksForTheOldWay ? 'live' : 'demo'))
  const mistakes = [...(asksForTheOldWay ? [MODE_IS_MISSING] : []), ...read.mistakes, ...contradictions(read, mode)]
  const strayNames = nearNames(given.keys(), SETTINGS).map(strayName)
  if (mode === null || mistakes.length > 0) throw new ConfigError([...mistakes, ...strayNames].join('\n'))
  return Object.freeze({ ...configOf(read, mode), strayNames })
}

/** The mode that an unreadable one was probably meant to be, so that its other mistakes are reported too; else null. */
function modeMeant(word: string): Mode | null {
  if (/^demo/i.test(word)) return 'demo'
  return /^(live|prod)/i.test(word) ? 'live' : null
}

const strayName = ({ name, meant }: NearName) => `${name}: is no setting, and has no effect; ${meant} is one`

type Mode = 'demo' | 'live'
type Database = { kind: 'embedded' } | { kind: 'server'; url: string }
type Mail = { kind: 'outbox' } | { kind: 'smtp'; url: string; from: string }
type Cards =
  | { kind: 'simulator' }
  | { kind: 'stripe'; secretKey: string; publishableKey: PublishableKey; webhookSecret: string }
  | { kind: 'off' }
type Google = { kind: 'stand-in' } | { kind: 'google'; clientId: string; clientSecret: string } | { kind: 'off' }

function configOf({ values: read, given }: Read, mode: Mode) {
  const local = (host: string) => `http://${host}:${read.PORT}`
  const publicUrl = read.PUBLIC_URL ?? local(read.HOST === '0.0.0.0' || read.HOST === '::' ? 'localhost' : read.HOST)
  return {
    mode,
    /** What an admin may set as well, as the environment has it or by default; in force is what `services.settings` says. */
    shop: Object.fromEntries(SETTING_NAMES.map((name) => [name, read[screenSettings[name].env]])) as ShopSettings,
    /** Those of them that the environment sets: no admin changes them. */
    fixed: SETTING_NAMES.filter((name) => given.has(screenSettings[name].env)),
    host: read.HOST,
    port: read.PORT,
    /** Where the shop is reached; no trailing slash. Absolute links are made from this alone. */
    publicUrl,
    /** Origins whose browsers may write. In the demo both spellings of this machine. */
    allowedOrigins:
      mode === 'live'
        ? [new URL(publicUrl).origin]
        : [...new Set([new URL(publicUrl).origin, local('localhost'), local('127.0.0.1')])],
    /** Folder for the embedded database, pictures, keys and outbox. */
    dataDir: path.resolve(read.DATA_DIR),
    database: (read.DATABASE_URL ? { kind: 'server', url: read.DATABASE_URL } : { kind: 'embedded' }) as Database,
    /** How many of its connections each part of this instance may open. */
    connections: divideConnections(read.DATABASE_CONNECTIONS),
    cards: cards(read, mode),
    identity: { google: google(read, mode, publicUrl) },
    mail: mail(read),
    /** ISO 4217, upper-case. One shop, one currency. */
    currency: read.CURRENCY,
    /** The one that it had before, where books still have their prices in that; null where it had none. */
    currencyBefore: read.CURRENCY_BEFORE ?? null,
    /** Scheduled backups: where to, how often, and how many stay. */
    backups: read.BACKUP_DIR
      ? { dir: path.resolve(read.BACKUP_DIR), everyMs: read.BACKUP_EVERY * HOUR_MS, keep: read.BACKUP_KEEP }
      : null,
    /** Whether one is taken before a database with people in it is updated. */
    backupBeforeUpdate: read.BACKUP_BEFORE_UPDATE,
    /** Where books are looked up by their ISBN; null for nowhere. */
    openLibraryUrl: read.OPEN_LIBRARY_URL ?? null,
    /** Rate limits of one network address; false for none. */
    rateLimits: read.RATE_LIMITS && rateLimits(read),
    /** How many proxies stand before us, or false: then no header is believed about a client's address. */
    trustProxy: read.TRUST_PROXY ? read.TRUST_PROXY : (false as const),
    logLevel: read.LOG_LEVEL ?? (mode === 'live' ? 'info' : 'warn'),
    /** The keys and passwords among all this, which no answer, email or line of the log may hold. */
    secrets: secretValues(read),
  }
}

const rateLimits = (read: Settings) => ({
  readsPerMinute: read.READS_PER_MINUTE,
  writesPerMinute: read.WRITES_PER_MINUTE,
  signUpsPerHour: read.SIGN_UPS_PER_HOUR,
  /** Also other guesses: at the links in emails, at one's own password. */
  signInsPer5Minutes: read.SIGN_INS_PER_5_MINUTES,
  /** Emails on request, to confirm an address or to choose a new password. */
  emailsPer15Minutes: read.EMAILS_PER_15_MINUTES,
})

const mail = ({ SMTP_URL: url, MAIL_FROM: from }: Settings): Mail =>
  url && from ? { kind: 'smtp', url, from } : { kind: 'outbox' }

function cards(read: Settings, mode: Mode): Cards {
  if (read.STRIPE_SECRET_KEY && read.STRIPE_PUBLISHABLE_KEY && read.STRIPE_WEBHOOK_SECRET) {
    return {
      kind: 'stripe',
      secretKey: read.STRIPE_SECRET_KEY,
      publishableKey: read.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: read.STRIPE_WEBHOOK_SECRET,
    }
  }
  return { kind: mode === 'live' ? 'off' : 'simulator' }
}

/** The stand-in serves this machine alone. */
function google(read: Settings, mode: Mode, publicUrl: string): Google {
  if (read.GOOGLE_CLIENT_ID && read.GOOGLE_CLIENT_SECRET)
    return { kind: 'google', clientId: read.GOOGLE_CLIENT_ID, clientSecret: read.GOOGLE_CLIENT_SECRET }
  return { kind: mode === 'live' || !isLoopback(new URL(publicUrl).hostname) ? 'off' : 'stand-in' }
}
