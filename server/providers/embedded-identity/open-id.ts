import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import { providersName, providersPicture } from './providers-profile.ts'
import type { IdentityLog, OpenIdProvider, OpenIdSlot } from './settings.ts'

const WITHIN_MS = 5000

/** OAuth redirect URI; to be registered at the provider for each origin. */
export const redirectUri = (origin: string, slot: OpenIdSlot): string => `${origin}${IDENTITY_BASE}/callback/${slot}`

type Client = Pick<OpenIdProvider, 'clientId' | 'clientSecret'>

/** Google, or a stand-in for it at another issuer. */
export const google = (client: Client, issuer = 'https://accounts.google.com'): OpenIdProvider => ({
  ...client,
  slot: 'google',
  name: 'Google',
  issuer,
  choosesAccount: true,
  trustsEmail: false,
})

/** A provider that can be asked at the moment, with how it wants to be asked for tokens. */
export interface FoundProvider extends OpenIdProvider {
  authentication: 'basic' | 'post'
}

const document = z.object({
  issuer: z.string(),
  // Left out it means basic alone (OpenID Connect Discovery 1.0, section 3).
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, '')

/**
 * Reads the discovery document of each provider, and leaves out those that don't answer in time or name another issuer;
 * the log says which. better-auth would wait for a silent one without limit, and take any issuer.
 */
export async function findProviders(
  providers: readonly OpenIdProvider[],
  log: Pick<IdentityLog, 'warn'>,
  withinMs = WITHIN_MS,
): Promise<FoundProvider[]> {
  const asked = providers.map(async (provider): Promise<FoundProvider[]> => {
    try {
      const answer = await fetch(discoveryUrl(provider), { signal: AbortSignal.timeout(withinMs) })
      if (!answer.ok) throw new Error(`Its discovery document was answered with ${answer.status}.`)
      const { issuer, token_endpoint_auth_methods_supported: ways } = document.parse(await answer.json())
      if (withoutSlash(issuer) !== withoutSlash(provider.issuer))
        throw new Error(`Its discovery document names another issuer: ${issuer}`)
      return [{ ...provider, authentication: ways.includes('client_secret_basic') ? 'basic' : 'post' }]
    } catch (err) {
      log.warn({ err }, `identity: ${provider.name} could not be reached; it is tried again in half a minute`)
      return []
    }
  })
  return (await Promise.all(asked)).flat()
}

const discoveryUrl = ({ issuer }: OpenIdProvider) => `${withoutSlash(issuer)}/.well-known/openid-configuration`

/** Sign-in by OpenID Connect at these providers, for one origin of the shop. */
export const openIdConnect = (providers: readonly FoundProvider[], shopName: () => string) =>
  genericOAuth({ config: providers.map((provider) => configOf(provider, shopName)) })

const configOf = (provider: FoundProvider, shopName: () => string): GenericOAuthConfig => ({
  providerId: provider.slot,
  name: provider.name,
  discoveryUrl: discoveryUrl(provider),
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  authentication: provider.authentication,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  ...(provider.choosesAccount && { prompt: 'select_account' }),
  requireIdTokenVerification: true,
  disableProviderLogout: true,
  accountSubject: ({ profile }) => accountOf(provider, profile.sub),
  // Also applies to what the user-info endpoint says: only a plain true counts as a verified email.
  mapProfileToUser: (profile) => ({
    name: providersName(profile.name, shopName()),
    image: providersPicture(profile.picture) ?? '',
    emailVerified: profile.email_verified === true || (provider.trustsEmail && profile.email_verified === undefined),
  }),
})

/**
 * Id of an account at its provider. Subjects are unique within their issuer alone: once the slot has another one, an old
 * subject must not open an account.
 */
function accountOf({ slot, issuer }: OpenIdProvider, subject: unknown): string {
  if (typeof subject !== 'string' || subject === '') return ''
  return slot === 'google' ? subject : `${withoutSlash(issuer)} ${subject}`
}
