import Fastify from 'fastify'
import { identityRoutes } from '#server/http/identity-routes.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'
import type { Mail } from '#server/ports/mail.ts'
import {
  embeddedIdentity,
  google as googleAt,
  redirectUri,
  type EmbeddedIdentity,
  type OpenIdProvider,
} from '#server/providers/embedded-identity/embedded-identity.ts'
import { startGoogleStandIn } from '#server/providers/google-stand-in/google-stand-in.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { quickHash } from '#tests/kit/shop/quick-hash.ts'
import { reservePort } from '#server/database/embedded/free-port.ts'
import { rendered } from '#tests/kit/booked-mails.ts'
import { testClock, type TestClock } from '#tests/kit/test-clock.ts'

// A test may put its own in its place.
const network = globalThis.fetch

type Profile = Parameters<IdentityEvents['onProfileChanged']>[0]

/** The one picture that a person of this server has uploaded. */
export const photoOf = (identityId: string): string => `/images/${identityId}.webp`

/** A browser as far as identity needs one: it keeps cookies and sends its page's origin. */
export interface Browser {
  cookies: Map<string, string>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** One request to any address, without following where it leads. */
  visit(url: string, form?: Record<string, string>): Promise<Response>
  /** As a page of this browser fetches: paths of its origin, with its cookies. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A fresh proof of the signed-in person; null without a session. */
  proof(): Promise<string | null>
}

export interface Answer {
  status: number
  headers: Headers
  json: { code?: string; message?: string; token?: string; url?: string; user?: Record<string, unknown> } & Record<
    string,
    unknown
  >
}

export interface IdentityServer {
  origin: string
  port: number
  identity: EmbeddedIdentity
  clock: TestClock
  mails: Mail[]
  /** While there is a reason, none can be noted. */
  noMails: { reason: Error | null }
  ended: string[]
  handedOver: string[]
  /** Who has listed or bought something. */
  used: Set<string>
  profiles: Profile[]
  logged: string[]
  browser(options?: { origin?: string }): Browser
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

/** Small ones, so that a test reaches them soon. */
const LIMITS = { readsPerMinute: 600, signUpsPerHour: 30, signInsPer5Minutes: 30, emailsPer15Minutes: 15 }

const CAMPUS = { name: 'Example College' }

interface Campus {
  /** Whether it says that emails are verified; else it says nothing of it. */
  verifiesEmail: boolean
  /** Whether the shop takes them for verified even so. */
  isTrusted?: boolean
}

/** The embedded identity provider on a database of its own, behind the shop's own HTTP glue, on real sockets. Closed afterwards. */
export async function startIdentityServer({
  google = false,
  campus = null,
  rateLimits = false,
  refuseCommonPasswords = false,
  ...given
}: Partial<Record<'google' | 'rateLimits' | 'refuseCommonPasswords', boolean>> & {
  /** A campus whose accounts may sign in. */
  campus?: Campus | null
  /** Undefined for the full cost. */
  hashPassword?: typeof quickHash | undefined
} = {}): Promise<IdentityServer> {
  const database = await testDatabase()
  const { port, letGo } = await reservePort()
  const origins = [`http://localhost:${port}`, `http://127.0.0.1:${port}`] as const
  const client = { clientId: 'dogear', clientSecret: 'only-for-tests' }
  const wayBack = (slot: OpenIdProvider['slot']) => origins.map((origin) => redirectUri(origin, slot))
  const standIn = google ? await startGoogleStandIn({ ...client, redirectUris: wayBack('google') }) : null
  const campusStandIn =
    campus && (await startGoogleStandIn({ ...client, redirectUris: wayBack('oidc'), campus: { ...CAMPUS, ...campus } }))
  const mails: Mail[] = []
  const noMails: IdentityServer['noMails'] = { reason: null }
  const ended: string[] = []
  const handedOver: string[] = []
  const used = new Set<string>()
  const profiles: Profile[] = []
  const logged: string[] = []
  const note = (facts: object, message: string) => void logged.push(`${message} ${JSON.stringify(facts)}`)
  const clock = testClock()
  const identity = await embeddedIdentity({
    databaseUrl: database.url,
    publicUrl: origins[0],
    allowedOrigins: origins,
    secret: 'a secret for tests that is long enough',
    connections: { identity: 8, identityLocks: 4 },
    shopName: () => 'Dogear',
    mail: {
      send: async (mail) => {
        if (noMails.reason) throw noMails.reason
        mails.push(rendered(mail))
      },
      rehearse: async () => {
        if (noMails.reason) throw noMails.reason
      },
    },
    openId: [
      standIn && googleAt(client, standIn.issuer),
      campusStandIn && {
        ...client,
        slot: 'oidc' as const,
        name: CAMPUS.name,
        issuer: campusStandIn.issuer,
        choosesAccount: false,
        trustsEmail: campus?.isTrusted ?? false,
      },
    ].filter((provider) => provider !== null),
    events: {
      onCredentialsChanged: async (id) => void ended.push(id),
      onHandedOver: async (id) => void handedOver.push(id),
      // A picture's address names who uploaded it; the shop has a table for that.
      mayBePhoto: async (id, photoUrl) => photoUrl === photoOf(id),
      describeUnconfirmed: async (id) => ({ isUnused: !used.has(id), question: null }),
      onProfileChanged: async (profile) => void profiles.push(profile),
    },
    clock,
    log: { warn: note, error: note },
    rateLimits: rateLimits && LIMITS,
    refuseCommonPasswords,
    hashPassword: quickHash,
    ...given,
    ownsDatabase: false,
  })
  const app = Fastify()
  await identityRoutes(app, (request) => identity.handle(request), origins[0])
  await letGo()
  await app.listen({ port, host: '127.0.0.1' })
  afterwards(async () => {
    await app.close()
    await identity.close()
    await standIn?.close()
    await campusStandIn?.close()
  })
  return {
    origin: origins[0],
    port,
    identity,
    clock,
    mails,
    noMails,
    ended,
    handedOver,
    used,
    profiles,
    logged,
    browser: ({ origin = origins[0] } = {}) => openBrowser(origin),
    sql: async (text, values = []) => (await database.pool.query<Record<string, unknown>>(text, values)).rows,
  }
}

function openBrowser(origin: string): Browser {
  const jar = new Map<string, string>()
  // Hosts keep their cookies apart, ports don't: as browsers have it.
  const cookies = (url: string) =>
    [...jar]
      .filter(([name]) => name.startsWith(`${new URL(url).hostname} `))
      .map(([name, value]) => `${name.split(' ')[1]}=${value}`)

  async function request(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookies(url).join('; '))
    const response = await network(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(`${new URL(url).hostname} ${name}`)
      else jar.set(`${new URL(url).hostname} ${name}`, value)
    }
    return response
  }

  const browser: Browser = {
    cookies: jar,
    send: async (method, path, body, headers = {}) => {
      const response = await request(`${origin}/api/identity/${path}`, {
        method,
        headers: { ...(method === 'POST' && { origin, 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      return { status: response.status, headers: response.headers, json: (isJson && JSON.parse(text)) || {} }
    },
    visit: (url, form) => request(url, form ? { method: 'POST', body: new URLSearchParams(form) } : { method: 'GET' }),
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (init.method === 'POST') headers.set('origin', origin)
      return request(`${origin}${path}`, { ...init, headers })
    },
    proof: async () => (await browser.send('GET', 'token')).json.token ?? null,
  }
  return browser
}

/** The link in a mail. */
export function linkIn(mail: Mail | undefined): URL {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error('There is no link in that mail.')
  return new URL(link)
}
