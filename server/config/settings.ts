import { z } from 'zod'
import { isCurrency } from '#contract/money/currency-codes.ts'
import { screenSettings, type SettingDeclaration } from '#contract/settings/shop-settings.ts'
import { backupSettings } from './backup-settings.ts'
import { cdnSettings } from './cdn-settings.ts'
import { LEAST_CONNECTIONS } from './connections.ts'
import { databaseUrl, databaseUrls } from './database-url.ts'
import { fileStores } from './file-stores.ts'
import * as firebase from './firebase-keys.ts'
import { dkimKey, dkimSelector } from './dkim-key.ts'
import { openIdSettings } from './open-id-settings.ts'
import { processSettings } from './process-settings.ts'
import * as rules from './rules.ts'
import { stripeSettings } from './stripe-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { traceSettings } from './trace-settings.ts'

interface Declaration extends SettingDeclaration {
  /** Heading of a part of docs/settings.md that begins here. */
  heading?: string
  /** Secret: never in an answer, an email or the log; `password` for the one in its address. */
  secret?: 'all' | 'password'
}

/** `DOGEAR_NAME: screenSettings.name` for each of those. */
const onScreen = Object.fromEntries(Object.values(screenSettings).map((setting) => [setting.env, setting])) as {
  [Name in keyof typeof screenSettings as (typeof screenSettings)[Name]['env']]: (typeof screenSettings)[Name]
}

/** Every setting, in documented order. Rules across settings are in contradictions.ts. */
const declared = {
  HOST: {
    heading: 'Where the shop listens and keeps its things',
    rule: z.string().min(1),
    default: 'localhost',
    what: 'Where it listens; in a container `0.0.0.0`.',
  },
  PORT: { rule: rules.port, default: '4000', what: 'The port it listens on.' },
  DATA_DIR: {
    rule: z.string().min(1),
    default: './data',
    what: 'Folder for database, pictures, keys, outbox, exports, your own texts.',
  },
  ...processSettings,
  DOGEAR_MODE: {
    heading: 'Live: real people, real emails, no demo',
    rule: z.enum(['demo', 'live'], 'must be demo or live'),
    what: '`live`: real people, no demo, no test providers, no test keys.',
    otherwise: '`demo`',
    example: 'live',
  },
  PUBLIC_URL: {
    rule: rules.wholeSite,
    what: 'The address people use; needed when live, then with https.',
    otherwise: 'made from host and port',
    example: 'https://books.example.org',
  },
  FORMER_URLS: {
    rule: rules.wholeSites,
    what: 'Addresses that the shop had before, with commas between: their pages send people on to `PUBLIC_URL`, so that links in emails go on working. [How](runbook.md#another-domain).',
    otherwise: 'nobody is sent on',
    example: 'https://old.example.org',
  },
  TRUST_PROXY: {
    rule: rules.wholeNumber.pipe(z.number().max(10, 'must be at most 10: how many proxies stand before the shop')),
    what: 'How many proxies stand before it.',
    otherwise: 'no header is believed',
    example: '1',
  },
  DATABASE_URL: {
    rule: databaseUrl,
    what: 'A PostgreSQL (15 to 18) of your own, reached directly or by a pooler; [encrypted as its `sslmode` says](runbook.md#a-database-of-ones-own).',
    otherwise: 'the embedded one',
    example: 'postgres://dogear:password@localhost:5432/dogear',
    secret: 'password',
  },
  DATABASE_DIRECT_URL: {
    rule: databaseUrl,
    what: 'The same database without the pooler, where DATABASE_URL leads through one in transaction mode: for listening, jobs, locks, migrations and backups. [How](services.md#a-pooler-before-the-database).',
    otherwise: '`DATABASE_URL` is no such pooler',
    example: 'postgres://dogear:password@server:5432/dogear',
    secret: 'password',
  },
  DATABASE_REPLICA_URLS: {
    rule: databaseUrls,
    what: 'Replicas of the database, with commas between them, each the address of one server: they answer what everybody may read, as far as they have what the primary has. [How](services.md#replicas).',
    otherwise: 'the primary answers everything',
    example: 'postgres://dogear:password@replica:5432/dogear',
    secret: 'all',
  },
  DATABASE_CONNECTIONS: {
    rule: rules.connections,
    default: String(LEAST_CONNECTIONS),
    what: `How many connections to the database each process of this instance opens at most, ${LEAST_CONNECTIONS} or more, two of which listen; in addition two while a backup is taken, and one while a silent database is probed.`,
  },
  SMTP_URL: {
    rule: rules.mailServer,
    what: 'The server by which emails leave; needed when live.',
    otherwise: 'the outbox',
    example: 'smtps://user:password@mail.example.org:465',
    secret: 'password',
  },
  MAIL_FROM: {
    rule: z.email('must be an address such as books@example.org'),
    what: 'The address that emails come from; needed when live.',
    otherwise: 'the outbox',
    example: 'books@example.org',
  },
  MAIL_BOUNCES_TO: {
    rule: z.email('must be an address such as bounces@example.org'),
    what: 'Where other mail servers send back what they can’t deliver.',
    otherwise: '`MAIL_FROM`',
    example: 'bounces@example.org',
  },
  DKIM_SELECTOR: {
    rule: dkimSelector,
    what: 'Emails are signed (DKIM), with the next one: the name of the key in the domain of `MAIL_FROM`, such as `dogear`. [How](services.md#email-smtp).',
    otherwise: 'the mail server signs, or nobody',
  },
  DKIM_PRIVATE_KEY: {
    rule: dkimKey,
    what: 'Its private key, RSA in PEM, or the path of its file.',
    secret: 'all',
  },
  ...stripeSettings,
  ...openIdSettings,
  FIREBASE_API_KEY: {
    rule: firebase.firebaseApiKey,
    what: 'Sign-in by Firebase Auth, with the next three, all from the web app’s configuration in its console: its `apiKey`. [How](services.md#firebase-auth).',
    otherwise: 'the shop’s own sign-in',
  },
  FIREBASE_AUTH_DOMAIN: {
    rule: firebase.firebaseAuthDomain,
    what: 'Its `authDomain`, such as `my-club.firebaseapp.com`.',
  },
  FIREBASE_PROJECT_ID: { rule: firebase.firebaseProjectId, what: 'Its `projectId`.' },
  FIREBASE_APP_ID: { rule: firebase.firebaseAppId, what: 'Its `appId`.' },
  FIREBASE_SERVICE_ACCOUNT: {
    rule: firebase.firebaseServiceAccount,
    what: 'The JSON of a service account’s key, or the path of its file: lets the shop end all sessions, change emails, remove people and invite admins.',
    otherwise: 'the shop can’t, and says so',
    secret: 'all',
  },
  FIREBASE_AUTH_EMULATOR_HOST: {
    rule: firebase.firebaseEmulator,
    what: 'Firebase’s emulator in place of the service, for the demo and a project that begins with `demo-`: its host and port, such as `127.0.0.1:9099`.',
    otherwise: 'the service itself',
  },
  OPEN_LIBRARY_URL: {
    rule: rules.webUrl,
    what: 'Open Library, or who speaks its wire: is asked what a book is by its ISBN (which is all it is told), two seconds at most, and its answer kept.',
    otherwise: 'nobody is asked',
    example: 'https://openlibrary.org',
  },
  ...fileStores,
  ...cdnSettings,
  DEMO_IN_PUBLIC: {
    heading: 'The demo where others can see it',
    rule: rules.flag,
    default: 'no',
    example: 'yes',
    what: '`yes` lets the demo have a `PUBLIC_URL` or `HOST` that others reach; `/outbox` is then not there.',
  },
  ...onScreen,
  DOGEAR_NAME: { ...onScreen.DOGEAR_NAME, heading: 'The club' },
  CATALOGUE_PUBLIC: {
    rule: rules.flag,
    what: 'The former name of `CATALOGUE`, for a shop that doesn’t set that: `yes` is `open`, `no` is `members`.',
    otherwise: '`CATALOGUE` decides',
    example: 'yes',
  },
  CURRENCY: {
    rule: rules.threeLetters.refine(isCurrency, 'is no currency of ISO 4217 in use; write one such as USD, EUR or JPY'),
    default: 'USD',
    what: 'The shop’s one currency, by its ISO 4217 code; with cards one that Stripe charges. Set it before the first book: a live shop whose books are priced in another one isn’t opened.',
  },
  CURRENCY_BEFORE: {
    // Codes out of use are allowed.
    rule: rules.threeLetters,
    what: 'The one it had before, when a shop goes over to another: listed books keep their prices until their sellers change them.',
    otherwise: 'none',
    example: 'EUR',
  },
  ...backupSettings,
  NEWEST_VERSION_URL: {
    heading: 'Newer versions',
    rule: rules.webUrl,
    what: 'An address that answers as GitHub’s `releases/latest` does, with `tag_name` and `html_url`: it is asked once a day whether there is a newer version, which admins then see on their dashboard. It learns this server’s address and version, and nothing else.',
    otherwise: 'nobody is asked',
    example: 'https://api.github.com/repos/OWNER/NAME/releases/latest',
  },
  LOG_LEVEL: {
    heading: 'Log, metrics and traces',
    rule: z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug'),
    what: '`silent`, `error`, `warn`, `info` or `debug`.',
    otherwise: '`warn`; `info` when live',
    example: 'info',
  },
  METRICS_TOKEN: {
    rule: rules.token,
    what: 'What a monitor sends as a bearer token to read `GET /api/metrics`, such as `openssl rand -hex 24` writes. [How](runbook.md#watching-it).',
    otherwise: 'answered on its own machine alone, and not where `PUBLIC_URL` or a proxy leads there',
    secret: 'all',
  },
  ...traceSettings,
  ...limitSettings,
} as const satisfies Record<string, Declaration>

type Declared = typeof declared
export type Setting = keyof Declared
/** Type of each parsed setting; those without a default may be missing. */
export type Settings = {
  [Name in Setting]: z.output<Declared[Name]['rule']> | (Declared[Name] extends { default: string } ? never : undefined)
}

export const settings: Readonly<Record<Setting, Declaration>> = declared
export const SETTINGS = Object.keys(declared) as Setting[]

export interface Read {
  /** Parsed settings, with defaults in place of all else. */
  values: Settings
  /** Raw values of the given settings, whether they parse or not. */
  given: ReadonlyMap<string, string>
  /** A message for each setting that doesn't parse. */
  mistakes: string[]
}

/**
 * Reads all settings and reports all errors together. An empty value counts as none. Surrounding space is trimmed:
 * files with Windows line ends leave some.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Read {
  const entries = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : []))
  const given = new Map(entries)
  const mistakes: string[] = []
  const values = SETTINGS.map((name) => {
    const { rule, default: usual } = settings[name]
    const [text, without] = [given.get(name), usual === undefined ? undefined : z.parse(rule, usual)]
    if (text === undefined) return [name, without]
    const read = z.safeParse(rule, text)
    if (!read.success) mistakes.push(...read.error.issues.map(({ message }) => `${name}: ${message}`))
    return [name, read.success ? read.data : without]
  })
  return { values: Object.fromEntries(values) as Settings, given, mistakes }
}
