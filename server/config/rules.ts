import { z } from 'zod'
import { LEAST_CONNECTIONS } from './connections.ts'
import { BROKEN_PERCENT, BROKEN_PERCENT_MESSAGE } from './database-url.ts'

/* Rules shared by several settings, or longer than a line. */

const yes = ['true', 'on', 'yes']
export const flag = z.enum([...yes, 'false', 'off', 'no'], 'must be on or off').transform((word) => yes.includes(word))

export const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
export const atLeastOne = wholeNumber.pipe(
  z.number().min(1, 'must be at least 1').max(1_000_000, 'must be at most 1000000'),
)
export const port = wholeNumber.pipe(
  z.number().min(1, 'must be between 1 and 65535').max(65535, 'must be between 1 and 65535'),
)
export const connections = wholeNumber.pipe(
  z
    .number()
    .min(LEAST_CONNECTIONS, `must be at least ${LEAST_CONNECTIONS}: so many a shop needs to do several things at once`)
    .max(1000, 'must be at most 1000'),
)
export const hours = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of hours such as 24')
  .transform(Number)
  .pipe(z.number().min(0.1, 'must be at least 0.1 hours').max(8760, 'must be at most 8760 hours'))

/** A secret that we compare, and that travels in a header. */
export const token = z
  .string()
  .regex(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits and -._~+/=, such as "openssl rand -hex 24" writes')

/** Headers as OpenTelemetry writes them: 'name=value,other=value', values percent-encoded. */
export const headerPairs = z
  .string()
  .regex(
    /^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/,
    'must look like authorization=Bearer%20THE_TOKEN, several with commas between',
  )
  .refine((pairs) => !BROKEN_PERCENT.test(pairs), BROKEN_PERCENT_MESSAGE)

/** A part of all, from 0 to 1. */
export const share = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1 such as 0.1')
  .transform(Number)

export const threeLetters = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be three capital letters such as USD', abort: true })

export const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a full address such as https://books.example.org' })
  .transform((url) => url.replace(/\/+$/, ''))
/** Base address of every page and every link in an email. */
export const wholeSite = withoutPath('https://books.example.org: the shop needs a name of its own')

/** Several of them, with commas between. */
export const wholeSites = z
  .string()
  .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
  .pipe(z.array(wholeSite))

/** Address of an origin; `such` is an example, and why. */
export function withoutPath(such: string) {
  return webUrl
    .refine((url) => {
      const { username, password, pathname, search, hash } = new URL(url)
      return username + password + search + hash === '' && pathname === '/'
    }, `must be an address without a path, such as ${such}`)
    .transform((url) => new URL(url).origin)
}

const MAIL_SERVER =
  'must look like smtps://user:password@host:465; in a password write %2F for /, %23 for #, %3F for ? and %40 for @'
export const mailServer = z
  .url({ protocol: /^smtps?$/, error: MAIL_SERVER })
  .refine((url) => isBare(URL.parse(url)), MAIL_SERVER)
  .refine(isDecodable, BROKEN_PERCENT_MESSAGE)

/** Whether it ends with the server: behind that a password's / or # would be a path, shown as one. */
const isBare = (url: URL | null) => url === null || (url.hostname !== '' && url.pathname.length < 2 && url.hash === '')

function isDecodable(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return !BROKEN_PERCENT.test(username + password)
}

const GOOGLES = '.apps.googleusercontent.com'
/** The sign-in's address bar shows the client id, so a secret must not stand here. */
export const googleClientId = z.string().endsWith(GOOGLES, `must be Google's client id, which ends with ${GOOGLES}`)
export const googleClientSecret = z
  .string()
  .refine((secret) => !secret.endsWith(GOOGLES), "is a client id; write Google's client secret")
