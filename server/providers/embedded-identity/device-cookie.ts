import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import type { Clock } from '#server/ports/clock.ts'

const REMEMBERED_SECONDS = 365 * 24 * 3600
const MOST_PEOPLE = 5

const entries = z.array(z.tuple([z.string(), z.string(), z.number()]))
type Entry = z.infer<typeof entries>[number]

/**
 * Signed cookie that recognises a browser from which a person signed in before, so that a stranger's guesses don't hold
 * the owner up, on any network. Contains nothing about the person, grants nothing, and survives signing out. A shared
 * computer remembers five people.
 */
export function deviceCookies(secret: string, clock: Clock) {
  const hmac = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`device cookie ${purpose}\n${text}`).digest('base64url')
  const tagOf = (email: string) => hmac('person', email).slice(0, 22)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  function read(request: Request): Entry[] {
    const header = request.headers.get('cookie') ?? ''
    const pair = header.split(/;\s*/).find((one) => one.startsWith(`${nameFor(request)}=`))
    const [text = '', signature = ''] = (pair?.slice(pair.indexOf('=') + 1) ?? '').split('.')
    const [given, right] = [Buffer.from(signature), Buffer.from(hmac('signature', text))]
    if (given.length !== right.length || !timingSafeEqual(given, right)) return []
    const oldest = seconds() - REMEMBERED_SECONDS
    return entries.parse(JSON.parse(Buffer.from(text, 'base64url').toString())).filter(([, , since]) => since > oldest)
  }

  return {
    /** Id of the device, where it is known for this email; else null. */
    find: (request: Request, email: string): string | null =>
      read(request).find(([tag]) => tag === tagOf(email))?.[1] ?? null,

    /** Cookie that makes the device known for this email. */
    remember(request: Request, email: string): string {
      const others = read(request).filter(([tag]) => tag !== tagOf(email))
      const entry: Entry = [tagOf(email), randomBytes(12).toString('base64url'), seconds()]
      const text = Buffer.from(JSON.stringify([entry, ...others].slice(0, MOST_PEOPLE))).toString('base64url')
      const secure = isSecure(request) ? '; Secure' : ''
      const value = `${text}.${hmac('signature', text)}`
      return `${nameFor(request)}=${value}; Max-Age=${REMEMBERED_SECONDS}; Path=${IDENTITY_BASE}; HttpOnly; SameSite=Lax${secure}`
    },
  }
}

/** Adds a cookie to an answer. */
export function withCookie(response: Response, cookie: string): Response {
  const headers = new Headers(response.headers)
  headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

const isSecure = ({ url }: Request) => new URL(url).protocol === 'https:'
const nameFor = (request: Request) => `${isSecure(request) ? '__Secure-' : ''}dogear.device`
