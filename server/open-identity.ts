import type { Pool } from 'pg'
import type { Site } from '#contract/site.ts'
import {
  findProviderInForce,
  type LeftProvider,
  type OtherIdentity,
  type ProviderInForce,
} from './accounts/identity-moves/identity-moves.public.ts'
import type { Config } from './config.ts'
import { OperatorError } from './database/operator-error.ts'
import type { Db } from './database/schema.ts'
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
import { removeLeftPerson } from './providers/embedded-identity/left-people.ts'
import { factorMailForms } from './providers/embedded-identity/factors/factor-mails.ts'
import { identityMailForms } from './providers/embedded-identity/mails.ts'
import type { FirebaseProject, FirebaseSettings } from './providers/firebase/settings.ts'
import { newSecret } from './secrets/stored-secrets.ts'

/** Of the embedded provider, for the plan of a move. */
export { countWaysToSignIn } from './providers/embedded-identity/left-people.ts'

export type { OpenIdProvider }

/** The identity provider in use, and what browsers need of it. */
export interface OpenedIdentity {
  port: IdentityPort
  site: Site['identity']
  origins: BrowserOrigins[]
  /** The emails that it has us send, for the admins' list; none of a provider that sends its own. */
  mails: readonly MailForm[]
  /** Removes an identity at a provider that the shop has left; false where it can't be reached. */
  removeElsewhere(identity: OtherIdentity): Promise<boolean>
  /** The demo's stand-in for Google, if it has one. */
  googleStandIn: OpenIdProvider | null
  close(): Promise<unknown>
}

/** What the processes of one instance have in common. */
export interface SharedByProcesses {
  /** Counts attempts to sign in; by default in this process. */
  counts?: IdentitySettings['counts']
  /** Of the process that has it; absent in that one itself. */
  googleStandIn?: OpenedIdentity['googleStandIn']
}

type Opened = Omit<OpenedIdentity, 'removeElsewhere'>

type Given = Pick<IdentitySettings, 'clock' | 'log' | 'mail' | 'shopName' | 'secret' | 'databaseUrl'> &
  Partial<Pick<IdentitySettings, 'pooler' | 'breaker' | 'hashPassword'>> &
  SharedByProcesses & {
    events: IdentitySettings['events'] & FirebaseSettings['events']
  }

const EMBEDDED = 'embedded'

/** Which identity provider the configuration names, as the database has it and as an operator calls it. */
export const providerOf = ({ identity: { firebase } }: Pick<Config, 'identity'>): { id: string; name: string } =>
  firebase
    ? { id: `firebase:${firebase.projectId}`, name: `Firebase (project ${firebase.projectId})` }
    : { id: EMBEDDED, name: 'the shop’s own sign-in' }

type Provider = ReturnType<typeof providerOf>

/** The provider in force, for a tool. Refuses (OperatorError) another one: a start alone moves the shop. */
export async function requireProvider(
  { db }: { db: Db },
  { id, name }: Provider,
): Promise<Pick<ProviderInForce, 'since' | 'turn'>> {
  const present = await findProviderInForce(db)
  if (present && present.provider !== id)
    throw new OperatorError(
      `People sign in with ${present.name}, and these settings name ${name}. Start the shop with them first, or run this with the settings that it has.`,
    )
  return present ?? { since: null, turn: 0 }
}

/** How the shop came to its provider: sign-ins from before `since` count for nothing, and people are known at those it left. */
interface Moved {
  since: Date | null
  left: readonly LeftProvider[]
  pool: Pool
}

/** Opens the identity provider that the configuration names. */
export async function openIdentity(
  config: Config,
  { moved: { since, left, pool }, ...given }: Given & { moved: Moved },
): Promise<OpenedIdentity> {
  const { firebase } = config.identity
  const opened = await (firebase ? openFirebase(config, firebase, given) : openEmbedded(config, given, since))
  const outOfReach = left.filter(({ provider }) => provider !== EMBEDDED).map(({ name }) => name)
  const { keptBy, isManaged } = opened.site
  return {
    ...opened,
    port: since === null ? opened.port : { ...opened.port, ...provenSince(opened.port, since) },
    site: { ...opened.site, staysAt: [...(isManaged ? [] : [keptBy]), ...outOfReach].join(' and ') },
    removeElsewhere: async ({ provider, identityId }) => {
      if (provider !== EMBEDDED) return false
      await removeLeftPerson(pool, identityId)
      return true
    },
  }
}

const provenSince = ({ verifyProof }: IdentityPort, since: Date): Pick<IdentityPort, 'verifyProof'> => ({
  verifyProof: async (token) => {
    const proof = await verifyProof(token)
    return proof && proof.signedInAt < since ? null : proof
  },
})

async function openFirebase(config: Config, project: FirebaseProject, given: Given): Promise<Opened> {
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
  return { port, site, origins: [browserOrigins(project)], mails: [], googleStandIn: null, close: async () => {} }
}

async function openEmbedded(config: Config, given: Given, since: Date | null): Promise<Opened> {
  const { googleStandIn: shared, ...settings } = given
  const standIn = shared === undefined ? await startStandIn(config) : null
  const googleStandIn = shared ?? standIn?.client ?? null
  const openId = providersOf(config, googleStandIn)
  const identity = await embeddedIdentity({
    ...settings,
    signedInSince: since,
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
  const mails = [...identityMailForms, ...factorMailForms]
  return { port: identity, site, origins: [], mails, googleStandIn, close }
}

/** What browsers may know of a provider, with the abilities that its port has. */
const siteOf = (
  port: IdentityPort,
  browser: Pick<Site['identity'], 'adapter' | 'signInWith' | 'redirects' | 'keptBy'>,
): Site['identity'] => ({
  ...browser,
  listsSessions: port.sessions !== null,
  isManaged: port.management !== null,
  keepsFactors: port.factors !== null,
  mailsSignInLinks: port.signInLinks !== null,
  takesDemoPeople: port.createWithPassword !== undefined,
  staysAt: '',
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
