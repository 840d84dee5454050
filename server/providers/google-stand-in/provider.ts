import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider, interactionPolicy, type Configuration } from 'oidc-provider'
import { interactions } from './interactions.ts'
import { nameOf, wayOf, type ClientSettings } from './client.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { problemPage } from './pages.ts'
import { madeUpPeople, subjectOf, type StandInPerson } from './people.ts'

/** The OpenID provider itself, as a request listener for `issuer`, its URL. */
export async function openProvider(
  issuer: string,
  client: ClientSettings,
): Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> {
  const people = new Map<string, StandInPerson>(madeUpPeople.map((person) => [subjectOf(person.email), person]))
  const provider = new Provider(issuer, await configuration(client, people))
  const serve = provider.callback()
  const interact = interactions(provider, people, nameOf(client))
  return (request, response) => (request.url?.startsWith('/interaction/') ? interact : serve)(request, response)
}

/** Shared by all stand-ins of a process: it takes long to make. */
let signingKey: Promise<JWK> | undefined

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
}

async function configuration(client: ClientSettings, people: Map<string, StandInPerson>): Promise<Configuration> {
  const { clientId, clientSecret, redirectUris, campus } = client
  const verified = (campus?.verifiesEmail ?? true) && { email_verified: true }
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
        token_endpoint_auth_method: wayOf(client),
      },
    ],
    clientAuthMethods: [wayOf(client)],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google's ID token contains name and email.
    conformIdTokenClaims: campus !== undefined,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: { Session: 3600, Interaction: 600, Grant: 3600, AuthorizationCode: 60, AccessToken: 300, IdToken: 300 },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub)
      if (!person) return undefined
      return { accountId: sub, claims: async () => ({ sub, ...person, ...verified }) }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = problemPage(nameOf(client), out.error_description ?? out.error)
    },
  }
}
