import path from 'node:path'
import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import { screenSettings, SETTING_NAMES, type ShopSettings } from '#contract/settings/shop-settings.ts'
import type { PublishableKey } from '#contract/site.ts'
import { cdnOf } from './config/cdn-of.ts'
import { contradictions } from './config/contradictions.ts'
import { databaseOf } from './config/database-url.ts'
import { firebaseProject } from './config/firebase.ts'
import { isLoopback } from './config/is-loopback.ts'
import { openIdProvider } from './config/open-id.ts'
import { processesOf } from './config/processes-of.ts'
import { secretValues } from './config/secret-values.ts'
import { at, type GatheredSettings, type Origin } from './config/gather-settings.ts'
import { strayNames } from './config/stray-names.ts'
import { tracingOf } from './config/tracing-of.ts'
import { readSettings, SETTINGS, type Read, type Settings } from './config/settings.ts'

/**
 * The configuration, read once at the start and frozen. load-settings.ts gathers what is set; no other server code reads
 * the environment or a file of settings. Without settings it is the demo; a live shop needs some. All mistakes are
 * reported at once.
 */
export type Config = Readonly<
  ReturnType<typeof configOf> & {
    /** What is probably a slip, and keeps no shop from opening. */
    warnings: readonly string[]
    /** Where settings were read, in words; null for what a test gives. */
    readFrom: string | null
    /** The files of settings among these places. */
    files: readonly string[]
    /** Where each setting comes from that is set. */
    origins: ReadonlyMap<string, Origin>
  }
>

/** Error with every mistake in the settings, for the person who started the program. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  /** Where settings were read, in words. */
  readonly readFrom: string | null

  constructor(message: string, readFrom: string | null) {
    super(message)
    this.readFrom = readFrom
  }

  /** The settings that have a mistake. */
  get names(): string[] {
    return this.message.split('\n').flatMap((line) => namesIn(line))
  }
}

const MODE_IS_MISSING =
  'NODE_ENV: no longer opens a shop for real people; write DOGEAR_MODE=live instead (or DOGEAR_MODE=demo for the demo)'

type Gathered = Omit<GatheredSettings, 'values' | 'readFrom'> & { readFrom: string | null }
const NOTHING_ELSE: Gathered = { origins: new Map(), mistakes: [], warnings: [], unread: [], files: [], readFrom: null }

/**
 * Parses settings, written as in an environment. Throws ConfigError with one line per mistake, after those of
 * gathering. Empty values count as not set.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  { origins, unread, readFrom, files, ...gathered }: Gathered = NOTHING_ELSE,
): Config {
  const read = readSettings(env)
  const { given, values } = read
  const asksForTheOldWay = !given.has('DOGEAR_MODE') && /^prod/i.test(env.NODE_ENV ?? '')
  const mode = values.DOGEAR_MODE ?? modeMeant(given.get('DOGEAR_MODE') ?? (asksForTheOldWay ? 'live' : 'demo'))
  const found = [...(asksForTheOldWay ? [MODE_IS_MISSING] : []), ...read.mistakes, ...contradictions(read, mode)]
  const mistakes = [
    ...gathered.mistakes,
    ...found
      .filter((line) => !namesIn(line).every((name) => unread.includes(name)))
      .map((line) => placed(line, origins)),
  ]
  const warnings = [...strayNames(given.keys()).values(), ...gathered.warnings]
  if (mode === null || mistakes.length > 0) throw new ConfigError([...mistakes, ...warnings].join('\n'), readFrom)
  return Object.freeze({ ...configOf(read, mode), warnings, readFrom, files, origins })
}

/** Names of the settings that a line is about. */
const namesIn = (line: string) => line.slice(0, line.indexOf(':')).split(', ')

/** A line with the file and line of each of its settings. */
function placed(line: string, origins: ReadonlyMap<string, Origin>): string {
  return line + [...new Set(namesIn(line).map((name) => at(origins.get(name))))].join('')
}

/** The likely mode behind a mistyped one, so that its other mistakes are reported too; else null. */
function modeMeant(word: string): Mode | null {
  if (/^demo/i.test(word)) return 'demo'
  return /^(live|prod)/i.test(word) ? 'live' : null
}

type Mode = 'demo' | 'live'
type Mail =
  | { kind: 'outbox' }
  | {
      kind: 'smtp'
      url: string
      from: string
      bouncesTo: string | null
      dkim: { selector: string; privateKey: string } | null
    }
type Cards =
  | { kind: 'simulator' }
  | { kind: 'stripe'; secretKey: string; publishableKey: PublishableKey; webhookSecret: string }
  | { kind: 'off' }
type PictureHost = { kind: 'disk' } | { kind: 'imgbb'; apiKey: string } | { kind: 's3' }
type Google = { kind: 'stand-in' } | { kind: 'google'; clientId: string; clientSecret: string } | { kind: 'off' }

const originsOf = (publicUrl: string, more: string[]) => [...new Set([new URL(publicUrl).origin, ...more])]

function configOf({ values: read, given }: Read, mode: Mode) {
  const local = (host: string) => `http://${host}:${read.PORT}`
  const publicUrl = read.PUBLIC_URL ?? local(read.HOST === '0.0.0.0' || read.HOST === '::' ? 'localhost' : read.HOST)
  return {
    mode,
    /** Admins' settings as the environment or the defaults have them; `services.settings` has the current ones. */
    shop: shopSettingsOf({ values: read, given }),
    /** Names of admins' settings that the environment fixes. */
    fixed: SETTING_NAMES.filter(
      (name) => given.has(screenSettings[name].env) || (name === 'catalogue' && given.has('CATALOGUE_PUBLIC')),
    ),
    host: read.HOST,
    port: read.PORT,
    /** Public address without trailing slash, of which alone absolute links are made; and those of before. */
    publicUrl,
    formerUrls: read.FORMER_URLS ?? [],
    /** Names of the settings that are set. */
    set: SETTINGS.filter((name) => given.has(name)),
    /** Origins allowed to write. In the demo both names of localhost. */
    allowedOrigins: originsOf(publicUrl, mode === 'live' ? [] : [local('localhost'), local('127.0.0.1')]),
    /** Folder for the embedded database, pictures, keys and outbox. */
    dataDir: path.resolve(read.DATA_DIR),
    database: databaseOf(read),
    ...processesOf(read),
    cards: cards(read, mode),
    /** How what is owed reaches sellers. */
    payouts: read.PAYOUTS,
    /** Methods that payments are opened for. */
    paymentMethods: read.PAYMENT_METHODS,
    identity: {
      firebase: firebaseProject(read),
      google: google(read, mode, publicUrl),
      openId: openIdProvider(read),
    },
    mail: mail(read),
    /** ISO 4217, upper-case. One shop, one currency. */
    currency: read.CURRENCY,
    /** Former currency, where books still have prices in it; null for none. */
    currencyBefore: read.CURRENCY_BEFORE ?? null,
    /** Scheduled backups: folder, interval, how many stay, and how often the newest is restored on trial. */
    backups: read.BACKUP_DIR
      ? {
          dir: path.resolve(read.BACKUP_DIR),
          everyMs: read.BACKUP_EVERY * HOUR_MS,
          keep: read.BACKUP_KEEP,
          trialEveryMs: { weekly: 7 * DAY_MS, daily: DAY_MS, off: null }[read.BACKUP_TRIAL],
        }
      : null,
    /** Whether to take a backup before updating a database with people in it. */
    backupBeforeUpdate: read.BACKUP_BEFORE_UPDATE,
    /** Address of the ISBN look-up; null for none. */
    openLibraryUrl: read.OPEN_LIBRARY_URL ?? null,
    /** Address of the newest version's description; null: the shop doesn't look for newer versions. */
    newestVersionUrl: read.NEWEST_VERSION_URL ?? null,
    /** The object store, and what it keeps; null for none. */
    s3: s3(read),
    /** What takes new pictures. */
    pictures: pictures(read),
    cdn: cdnOf(read),
    /** Rate limits per client address; false for none. */
    rateLimits: read.RATE_LIMITS && rateLimits(read),
    /** Room for cached pages, in bytes. */
    pageMemoryBytes: read.PAGE_MEMORY_MB * 1e6,
    /** Number of trusted proxies, or false: then headers about the client's address are ignored. */
    trustProxy: read.TRUST_PROXY ? read.TRUST_PROXY : (false as const),
    /** Token of monitors; null for none. */
    metricsToken: read.METRICS_TOKEN ?? null,
    tracing: tracingOf(read),
    logLevel: read.LOG_LEVEL ?? (mode === 'live' ? 'info' : 'warn'),
    /** Secrets of the configuration: never in an answer, an email or the log. */
    secrets: secretValues(read),
  }
}

function shopSettingsOf({ values: read, given }: Pick<Read, 'values' | 'given'>): ShopSettings {
  const named = Object.fromEntries(SETTING_NAMES.map((name) => [name, read[screenSettings[name].env]])) as ShopSettings
  const { CATALOGUE_PUBLIC: isPublic } = read
  if (isPublic === undefined || given.has('CATALOGUE')) return named
  return { ...named, catalogue: isPublic ? 'open' : 'members' }
}

const rateLimits = (read: Settings) => ({
  readsPerMinute: read.READS_PER_MINUTE,
  writesPerMinute: read.WRITES_PER_MINUTE,
  signUpsPerHour: read.SIGN_UPS_PER_HOUR,
  /** Also limits other guesses: at the links in emails, at the account's own password. */
  signInsPer5Minutes: read.SIGN_INS_PER_5_MINUTES,
  /** Emails on request, to confirm an address or to choose a new password. */
  emailsPer15Minutes: read.EMAILS_PER_15_MINUTES,
})

function mail({ SMTP_URL: url, MAIL_FROM: from, DKIM_SELECTOR: selector, ...read }: Settings): Mail {
  if (!url || !from) return { kind: 'outbox' }
  const { DKIM_PRIVATE_KEY: privateKey, MAIL_BOUNCES_TO: bouncesTo = null } = read
  return { kind: 'smtp', url, from, bouncesTo, dkim: selector && privateKey ? { selector, privateKey } : null }
}

function pictures(read: Settings): PictureHost {
  if (s3(read)?.keeps.includes('pictures')) return { kind: 's3' }
  return read.IMGBB_API_KEY ? { kind: 'imgbb', apiKey: read.IMGBB_API_KEY } : { kind: 'disk' }
}

function s3(read: Settings) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = read
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read
  const { S3_KEEPS: keeps = ['pictures'], S3_PUBLIC_URL: publicUrl = null } = read
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return null
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, publicUrl, keeps }
}

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

/** Google's stand-in serves this machine alone. */
function google(read: Settings, mode: Mode, publicUrl: string): Google {
  if (read.GOOGLE_CLIENT_ID && read.GOOGLE_CLIENT_SECRET)
    return { kind: 'google', clientId: read.GOOGLE_CLIENT_ID, clientSecret: read.GOOGLE_CLIENT_SECRET }
  return { kind: mode === 'live' || !isLoopback(new URL(publicUrl).hostname) ? 'off' : 'stand-in' }
}
