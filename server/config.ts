import path from 'node:path'
import { z } from 'zod'

/**
 * Everything an operator can set, read once from the environment and frozen. The program and its tools hand their
 * process.env to `readConfig`, and nothing else in the server looks at it. Zero settings give the demo; production must
 * say who it is. All mistakes are reported at once.
 */
export type Config = Readonly<{
  mode: 'demo' | 'production'
  brand: { name: string; tagline: string }
  /** Where people reach whoever runs the club; empty when that is not set. */
  contact: string
  host: string
  port: number
  /** Where the shop is reached; no trailing slash. Absolute links are made from this alone. */
  publicUrl: string
  /** Origins whose browsers may write. In the demo both spellings of this machine. */
  allowedOrigins: readonly string[]
  /** Folder for the embedded database, pictures, keys and outbox. */
  dataDir: string
  database: { kind: 'embedded' } | { kind: 'server'; url: string }
  cards:
    | { kind: 'simulator' }
    | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecret: string }
    | { kind: 'off' }
  identity: {
    google: { kind: 'stand-in' } | { kind: 'google'; clientId: string; clientSecret: string } | { kind: 'off' }
  }
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string; from: { name: string; address: string } }
  /** ISO 4217, upper-case. One shop, one currency. */
  currency: string
  /** How long a claim holds a copy without payment, in seconds. */
  holdSeconds: number
  /** Whether visitors see the book lists without signing in. */
  cataloguePublic: boolean
  rateLimits: boolean
  /** How many proxies stand before us, or false: then no header is believed about a client's address. */
  trustProxy: false | number
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}>

/** Says every mistake in the environment in one message, for the person who started the program. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const flag = z.enum(['true', 'false', 'on', 'off']).transform((word) => word === 'true' || word === 'on')
const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a full address such as https://books.example.org' })
  .transform((url) => url.replace(/\/+$/, ''))

const environment = z.object({
  NODE_ENV: z.string().optional(),
  DOGEAR_NAME: z.string().trim().min(1).max(40).default('Dogear'),
  DOGEAR_TAGLINE: z.string().trim().min(1).max(120).default('a club for buying and selling used books'),
  CONTACT_EMAIL: z.email('must be an address such as hello@example.org').optional(),
  HOST: z.string().min(1).default('localhost'),
  PORT: wholeNumber
    .pipe(z.number().min(1, 'must be between 1 and 65535').max(65535, 'must be between 1 and 65535'))
    .default(4000),
  PUBLIC_URL: webUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' }).optional(),
  MAIL_FROM: z.email().optional(),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters such as USD')
    .default('USD'),
  HOLD_HOURS: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of hours such as 48')
    .transform(Number)
    .pipe(z.number().positive('must be more than 0').max(720, 'must be at most 720'))
    .default(48),
  CATALOGUE_PUBLIC: flag.default(false),
  RATE_LIMITS: flag.default(true),
  TRUST_PROXY: wholeNumber.optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
})

/** Reads the environment given. Throws ConfigError with one line per mistake. Empty values count as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const read = parsed.data
  const mode = read.NODE_ENV === 'production' ? 'production' : 'demo'
  const mistakes = contradictions(read, mode)
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))

  const local = (host: string) => `http://${host}:${read.PORT}`
  const publicUrl = read.PUBLIC_URL ?? local(read.HOST === '0.0.0.0' || read.HOST === '::' ? 'localhost' : read.HOST)
  return Object.freeze({
    mode,
    brand: { name: read.DOGEAR_NAME, tagline: read.DOGEAR_TAGLINE },
    contact: read.CONTACT_EMAIL ?? '',
    host: read.HOST,
    port: read.PORT,
    publicUrl,
    allowedOrigins:
      mode === 'production'
        ? [new URL(publicUrl).origin]
        : [...new Set([new URL(publicUrl).origin, local('localhost'), local('127.0.0.1')])],
    dataDir: path.resolve(read.DATA_DIR),
    database: read.DATABASE_URL ? { kind: 'server', url: read.DATABASE_URL } : { kind: 'embedded' },
    cards: cards(read, mode),
    identity: { google: google(read, mode) },
    mail:
      read.SMTP_URL && read.MAIL_FROM
        ? { kind: 'smtp', url: read.SMTP_URL, from: { name: read.DOGEAR_NAME, address: read.MAIL_FROM } }
        : { kind: 'outbox' },
    currency: read.CURRENCY,
    holdSeconds: read.HOLD_HOURS * 3600,
    cataloguePublic: read.CATALOGUE_PUBLIC,
    rateLimits: read.RATE_LIMITS,
    trustProxy: read.TRUST_PROXY ? read.TRUST_PROXY : false,
    logLevel: read.LOG_LEVEL ?? (mode === 'production' ? 'info' : 'warn'),
  } satisfies Config)
}

type Environment = z.infer<typeof environment>

function contradictions(read: Environment, mode: Config['mode']): string[] {
  const mistakes: string[] = []
  const together = (names: (keyof Environment)[]) => {
    const missing = names.filter((name) => read[name] === undefined)
    if (missing.length > 0 && missing.length < names.length)
      mistakes.push(`${missing.join(', ')}: missing; set ${names.join(', ')} together or none of them`)
  }
  together(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  together(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  together(['SMTP_URL', 'MAIL_FROM'])
  if (mode === 'production') {
    if (!read.PUBLIC_URL)
      mistakes.push('PUBLIC_URL: missing; production needs the address people use, such as https://books.example.org')
    if (!read.SMTP_URL)
      mistakes.push('SMTP_URL: missing; production must be able to send mail, the outbox is for the demo')
    if (!read.RATE_LIMITS) mistakes.push("RATE_LIMITS: can't be switched off in production")
  }
  return mistakes
}

function cards(read: Environment, mode: Config['mode']): Config['cards'] {
  if (read.STRIPE_SECRET_KEY && read.STRIPE_PUBLISHABLE_KEY && read.STRIPE_WEBHOOK_SECRET) {
    return {
      kind: 'stripe',
      secretKey: read.STRIPE_SECRET_KEY,
      publishableKey: read.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: read.STRIPE_WEBHOOK_SECRET,
    }
  }
  return { kind: mode === 'production' ? 'off' : 'simulator' }
}

function google(read: Environment, mode: Config['mode']): Config['identity']['google'] {
  if (read.GOOGLE_CLIENT_ID && read.GOOGLE_CLIENT_SECRET)
    return { kind: 'google', clientId: read.GOOGLE_CLIENT_ID, clientSecret: read.GOOGLE_CLIENT_SECRET }
  return { kind: mode === 'production' ? 'off' : 'stand-in' }
}
