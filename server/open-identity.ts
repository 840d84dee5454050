import type { Site } from '#contract/site.ts'
import type { Config } from './config.ts'
import type { BrowserOrigins } from './ports/browser-origins.ts'
import type { IdentityPort } from './ports/identity.ts'
import type { MailForm } from './ports/mail.ts'
import {
  embeddedIdentity,
  google,
  redirectUri,
  type IdentitySettings,
  type OpenIdProvider,
} from './providers/embedded-identity/embedded-identity.ts'
import { identityMailForms } from './providers/embedded-identity/mails.ts'
import type { FirebaseProject, FirebaseSettings } from './providers/firebase/settings.ts'
import { newSecret } from './secrets/stored-secrets.ts'

/** The identity provider in use, and what browsers need of it. */
export interface OpenedIdentity {
  port: IdentityPort
  site: Site['identity']
  origins: BrowserOrigins[]
  /** The emails that it has us send, for the admins' list; none of a provider that sends its own. */
  mails: readonly MailForm[]
  close(): Promise<unknown>
}

type Given = Pick<IdentitySettings, 'clock' | 'log' | 'mail' | 'shopName' | 'secret' | 'databaseUrl'> &
  Partial<Pick<IdentitySettings, 'breaker' | 'hashPassword'>> & {
    events: IdentitySettings['events'] & FirebaseSettings['events']
  }

/** Opens the identity provider that the configuration names. */
export const openIdentity = (config: Config, given: Given): Promise<OpenedIdentity> =>
  config.identity.firebase ? openFirebase(config, config.identity.firebase, given) : openEmbedded(config, given)

async function openFirebase(config: Config, project: FirebaseProject, given: Given): Promise<OpenedIdentity> {
  // Lazy: few shops have it.
  const { browserOptions, browserOrigins, firebaseIdentity } = await import('./providers/firebase/firebase-identity.ts')
  const { publicUrl, allowedOrigins } = config
  const port = firebaseIdentity({ ...given, project, publicUrl, allowedOrigins })
  const site = siteOf(port, {
    adapter: { name: 'firebase', options: browserOptions(project) },
    signInWith: [{ id: 'google', name: 'Google' }],
    redirects: project.authDomain === new URL(publicUrl).host,
    keptBy: 'Firebase',
  })
  return { port, site, origins: [browserOrigins(project)], mails: [], close: async () => {} }
}

async function openEmbedded(config: Config, given: Given): Promise<OpenedIdentity> {
  const standIn = await startStandIn(config)
  const openId = providersOf(config, standIn?.client ?? null)
  const identity = await embeddedIdentity({
    ...given,
    openId,
    connections: config.connections,
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    rateLimits: config.rateLimits,
    refuseCommonPasswords: config.mode === 'live',
    ownsDatabase: config.database.kind === 'embedded',
  })
  const site = siteOf(identity, {
    adapter: { name: 'embedded', options: {} },
    signInWith: openId.map(({ slot, name }) => ({ id: slot, name })),
    redirects: true,
    keptBy: '',
  })
  const close = () => identity.close().then(() => standIn?.close())
  return { port: identity, site, origins: [], mails: identityMailForms, close }
}

/** What browsers may know of a provider, with the abilities that its port has. */
const siteOf = (
  port: IdentityPort,
  browser: Pick<Site['identity'], 'adapter' | 'signInWith' | 'redirects' | 'keptBy'>,
): Site['identity'] => ({
  ...browser,
  listsSessions: port.sessions !== null,
  isManaged: port.management !== null,
  takesDemoPeople: port.createWithPassword !== undefined,
})

interface StandIn {
  client: OpenIdProvider
  close(): Promise<void>
}

function providersOf({ identity }: Config, standIn: StandIn['client'] | null): OpenIdProvider[] {
  const googles = identity.google.kind === 'google' ? google(identity.google) : standIn
  const own = identity.openId && { ...identity.openId, slot: 'oidc' as const, choosesAccount: false }
  return [googles, own].filter((provider) => provider !== null)
}

async function startStandIn(config: Config): Promise<StandIn | null> {
  if (config.identity.google.kind !== 'stand-in') return null
  const client = { clientId: 'dogear', clientSecret: newSecret() }
  const redirectUris = config.allowedOrigins.map((origin) => redirectUri(origin, 'google'))
  // Lazy: only a demo on this machine has it.
  const { startGoogleStandIn } = await import('./providers/google-stand-in/google-stand-in.ts')
  const { issuer, close } = await startGoogleStandIn({ ...client, redirectUris })
  return { client: google(client, issuer), close }
}
