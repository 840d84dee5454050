import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider, interactionPolicy, type Configuration } from 'oidc-provider'
import { interactions } from './interactions.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { pageStyle, problemPage } from './pages.ts'
import { madeUpPeople, subjectOf, type StandInPerson } from './people.ts'

type Settings = {
  clientId: string
  clientSecret: string
  /** Where the shop takes people back; loopback only. */
  redirectUris: readonly string[]
  /** A free one by default. */
  port?: number
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Stands in for Google where there is no Google: an OpenID provider of its own on this machine, with the real
 * authorization-code flow, PKCE, an account chooser and consent. It listens on loopback only, and refuses to serve a
 * shop that is reached from elsewhere. Nothing is kept beyond its own life.
 */
export async function startGoogleStandIn(settings: Settings): Promise<{ issuer: string; close(): Promise<void> }> {
  for (const uri of settings.redirectUris)
    if (!loopbackHosts.has(new URL(uri).hostname))
      throw new Error(`The stand-in for Google only serves this machine, and ${new URL(uri).host} is not this machine.`)

  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => void response.end()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  const people = new Map<string, StandInPerson>(madeUpPeople.map((person) => [subjectOf(person.email), person]))
  const provider = new Provider(issuer, await configuration(settings, people))
  const serve = provider.callback()
  const interact = interactions(provider, people)
  answer = (request, response) => {
    // A page elsewhere that points its name at this machine still sends that name along.
    if (request.headers.host !== `127.0.0.1:${port}`) return void response.writeHead(421).end()
    for (const [name, value] of pageHeaders(settings.redirectUris)) response.setHeader(name, value)
    if (request.url?.startsWith('/interaction/')) return void interact(request, response)
    void serve(request, response)
  }
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** One for all stand-ins of a process: it takes longer to make than all the rest of a shop takes to open. */
let signingKey: Promise<JWK> | undefined

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
}

async function configuration(
  { clientId, clientSecret, redirectUris }: Settings,
  people: Map<string, StandInPerson>,
): Promise<Configuration> {
  const key = await (signingKey ??= makeSigningKey())
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Like Google's, the ID token itself carries name and address.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: { Session: 3600, Interaction: 600, Grant: 3600, AuthorizationCode: 60, AccessToken: 300, IdToken: 300 },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub)
      if (!person) return undefined
      return { accountId: sub, claims: async () => ({ sub, ...person, email_verified: true }) }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = problemPage(out.error_description ?? out.error)
    },
  }
}

function pageHeaders(redirectUris: readonly string[]): [string, string][] {
  const styleHash = createHash('sha256').update(pageStyle).digest('base64')
  // A browser also holds the redirect after a form to this list, and it leads back to the shop.
  const targets = ["'self'", ...new Set(redirectUris.map((uri) => new URL(uri).origin))].join(' ')
  return [
    [
      'content-security-policy',
      // Going over to another person, the library posts a form by a script of its own; it adds that script's hash to
      // this list, for which there has to be one. Nothing else here is a script.
      `default-src 'none'; script-src 'self'; img-src data:; style-src 'sha256-${styleHash}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    ],
    ['x-content-type-options', 'nosniff'],
    ['cache-control', 'no-store'],
  ]
}
