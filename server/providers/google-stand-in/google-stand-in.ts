import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { send } from './interactions.ts'
import { pageStyle, problemPage } from './pages.ts'
import type { ClientSettings, openProvider } from './provider.ts'

type Settings = ClientSettings & {
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

  const server = createServer((request, response) => {
    // A page elsewhere that points its name at this machine still sends that name along.
    if (request.headers.host !== new URL(issuer).host) return void response.writeHead(421).end()
    for (const [name, value] of pageHeaders(settings.redirectUris)) response.setHeader(name, value)
    void answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port ?? 0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = answerWhenAsked(issuer, settings)
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * The library and its key are a tenth of what a demo's start costs, and most demos never see a sign-in with Google: they
 * come with the first. What a shop asks for at its start is told without them.
 */
function answerWhenAsked(issuer: string, client: ClientSettings) {
  let opening: ReturnType<typeof openProvider> | undefined
  const open = async () => (await import('./provider.ts')).openProvider(issuer, client)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!opening && request.url === '/.well-known/openid-configuration')
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(discovered(issuer)))
    const answer = await (opening ??= open()).catch(() => null)
    if (answer) return answer(request, response)
    opening = undefined
    send(response, 503, problemPage('The stand-in could not be loaded; please try again in a minute.'))
  }
}

/** As the library has it by default. */
const discovered = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['RS256'],
})

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
