import { z } from 'zod'
import { isCurrency } from '#contract/money/currency-codes.ts'
import { shopSettings } from '#contract/settings/shop-settings.ts'
import { LEAST_CONNECTIONS, USUAL_CONNECTIONS } from './connections.ts'
import { BROKEN_PERCENT, BROKEN_PERCENT_MESSAGE, databaseUrl } from './database-url.ts'
import { stripePublishableKey, stripeSecretKey, stripeWebhookSecret } from './stripe-keys.ts'

/**
 * Every setting, one by one: what it may be, and what holds where it is not given. docs/settings.md and .env.example name
 * them all, and a test sees to it. What settings mean together is in contradictions.ts.
 */
const yes = ['true', 'on', 'yes']
const flag = z.enum([...yes, 'false', 'off', 'no'], 'must be on or off').transform((word) => yes.includes(word))
const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const atLeastOne = wholeNumber.pipe(z.number().min(1, 'must be at least 1').max(1_000_000, 'must be at most 1000000'))
const threeLetters = z.string().regex(/^[A-Z]{3}$/, { error: 'must be three capital letters such as USD', abort: true })
const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a full address such as https://books.example.org' })
  .transform((url) => url.replace(/\/+$/, ''))
/** Every page and every link in an email begins right behind it. */
const wholeSite = webUrl
  .refine((url) => {
    const { username, password, pathname, search, hash } = new URL(url)
    return username + password + search + hash === '' && pathname === '/'
  }, 'must be an address without a path, such as https://books.example.org: the shop needs a name of its own')
  .transform((url) => new URL(url).origin)
const MAIL_SERVER = 'must look like smtps://user:password@host:465'
const mailServer = z
  .url({ protocol: /^smtps?$/, error: MAIL_SERVER })
  .refine((url) => URL.parse(url)?.hostname !== '', MAIL_SERVER)
  .refine(isDecodable, BROKEN_PERCENT_MESSAGE)

function isDecodable(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return !BROKEN_PERCENT.test(username + password)
}

const GOOGLES = '.apps.googleusercontent.com'

// What an admin may set as well has its rules there.
const ofShop = shopSettings.shape

export const settings = z.object({
  DOGEAR_MODE: z.enum(['demo', 'live'], 'must be demo or live').optional(),
  DEMO_IN_PUBLIC: flag.default(false),
  DOGEAR_NAME: z._default(ofShop.name, 'Dogear'),
  DOGEAR_TAGLINE: z._default(ofShop.tagline, 'a club for buying and selling used books'),
  CONTACT_EMAIL: z._default(ofShop.contact, ''),
  HOST: z.string().min(1).default('localhost'),
  PORT: wholeNumber
    .pipe(z.number().min(1, 'must be between 1 and 65535').max(65535, 'must be between 1 and 65535'))
    .default(4000),
  PUBLIC_URL: wholeSite.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber
    .pipe(
      z
        .number()
        .min(
          LEAST_CONNECTIONS,
          `must be at least ${LEAST_CONNECTIONS}: so many a shop needs to do several things at once`,
        )
        .max(1000, 'must be at most 1000'),
    )
    .default(USUAL_CONNECTIONS),
  STRIPE_SECRET_KEY: stripeSecretKey.optional(),
  STRIPE_PUBLISHABLE_KEY: stripePublishableKey.optional(),
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret.optional(),
  // The address bar shows it to everybody who signs in, so the secret must not stand here.
  GOOGLE_CLIENT_ID: z.string().endsWith(GOOGLES, `must be Google's client id, which ends with ${GOOGLES}`).optional(),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .refine((secret) => !secret.endsWith(GOOGLES), "is a client id; write Google's client secret")
    .optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: z.email('must be an address such as books@example.org').optional(),
  CURRENCY: threeLetters
    .refine(isCurrency, 'is no currency of ISO 4217 in use; write one such as USD, EUR or JPY')
    .default('USD'),
  // It may be out of use.
  CURRENCY_BEFORE: threeLetters.optional(),
  PAYMENTS: z._default(ofShop.payments, { card: true, cash: true }),
  HOLD_HOURS: z._default(ofShop.holdHours, 48),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of hours such as 24')
    .transform(Number)
    .pipe(z.number().min(0.1, 'must be at least 0.1 hours').max(8760, 'must be at most 8760 hours'))
    .default(24),
  BACKUP_KEEP: wholeNumber.pipe(z.number().min(1, 'must be at least 1')).default(7),
  BACKUP_BEFORE_UPDATE: flag.default(true),
  OPEN_LIBRARY_URL: webUrl.optional(),
  CATALOGUE_PUBLIC: z._default(ofShop.cataloguePublic, false),
  RATE_LIMITS: flag.default(true),
  // For each address that people come from, which a whole campus may share: its first day must not be its last.
  READS_PER_MINUTE: atLeastOne.default(1200),
  WRITES_PER_MINUTE: atLeastOne.default(240),
  SIGN_UPS_PER_HOUR: atLeastOne.default(100),
  SIGN_INS_PER_5_MINUTES: atLeastOne.default(100),
  EMAILS_PER_15_MINUTES: atLeastOne.default(30),
  TRUST_PROXY: wholeNumber
    .pipe(z.number().max(10, 'must be at most 10: how many proxies stand before the shop'))
    .optional(),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .optional(),
})

export type Settings = z.infer<typeof settings>
export type Setting = keyof Settings

export interface Read {
  /** What was given and can be read, and the defaults in place of all else. */
  values: Settings
  /** The settings that were given, as they were written, whether they can be read or not. */
  given: ReadonlyMap<string, string>
  /** A line for each that can't be read. */
  mistakes: string[]
}

/**
 * Reads each setting by itself. An empty value counts as none, and one that can't be read hides no other. Space around
 * a value is none of it: files with the line ends of Windows leave some.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Read {
  const entries = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : []))
  const given = new Map(entries)
  const parsed = settings.safeParse(Object.fromEntries(entries))
  if (parsed.success) return { values: parsed.data, given, mistakes: [] }
  const { issues } = parsed.error
  const unreadable = new Set(issues.map(({ path }) => path[0]))
  const readable = entries.filter(([name]) => !unreadable.has(name))
  return {
    values: settings.parse(Object.fromEntries(readable)),
    given,
    mistakes: issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  }
}
