import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nameOf, wayOf, type ClientSettings } from './client.ts'
import { send } from './interactions.ts'
import { pageStyle, problemPage } from './pages.ts'
import type { openProvider } from './provider.ts'

type Settings = ClientSettings & {
  /** Port; a free one by default. */
  port?: number
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Stands in for Google in a demo: an OpenID provider on this machine, with the real authorization-code flow, PKCE, an
 * account chooser and consent. Listens on loopback only, and refuses to serve a shop that is reached from elsewhere.
 * Stores nothing beyond its own life.
 */
export async function startGoogleStandIn(settings: Settings): Promise<{ issuer: string; close(): Promise<void> }> {
  for (const uri of settings.redirectUris)
    if (!loopbackHosts.has(new URL(uri).hostname))
      throw new Error(`The stand-in for Google only serves this machine, and ${new URL(uri).host} is not this machine.`)

  const server = createServer((request, response) => {
    // Against DNS rebinding: a page elsewhere whose name points to this machine still sends that name.
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
 * Loads the library lazily: it and its key are a tenth of a demo's start, and most demos never see a sign-in with
 * Google. The discovery document, which a shop reads at its start, is answered without it.
 */
function answerWhenAsked(issuer: string, client: ClientSettings) {
  let opening: ReturnType<typeof openProvider> | undefined
  const open = async () => (await import('./provider.ts')).openProvider(issuer, client)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!opening && request.url === '/.well-known/openid-configuration')
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(discovered(issuer, client)))
    const answer = await (opening ??= open()).catch(() => null)
    if (answer) return answer(request, response)
    opening = undefined
    send(response, 503, problemPage(nameOf(client), 'The stand-in could not be loaded; please try again in a minute.'))
  }
}

/** Discovery document with the library's defaults. */
const discovered = (issuer: string, client: ClientSettings) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: [wayOf(client)],
})

function pageHeaders(redirectUris: readonly string[]): [string, string][] {
  const styleHash = createHash('sha256').update(pageStyle).digest('base64')
  // Browsers apply this list to redirects after a form as well, which lead back to the shop.
  const targets = ["'self'", ...new Set(redirectUris.map((uri) => new URL(uri).origin))].join(' ')
  return [
    [
      'content-security-policy',
      // For switching accounts the library posts a form by an inline script and adds its hash to this list, which has
      // to exist. There is no other script.
      `default-src 'none'; script-src 'self'; img-src data:; style-src 'sha256-${styleHash}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    ],
    ['x-content-type-options', 'nosniff'],
    ['cache-control', 'no-store'],
  ]
}
