import type { Clock } from '#server/ports/clock.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'

/** Key of a service account, as its JSON file has it. */
export interface ServiceAccount {
  clientEmail: string
  /** PKCS #8, in PEM. */
  privateKey: string
}

/** What the configuration says of the Firebase project. */
export interface FirebaseProject {
  projectId: string
  apiKey: string
  authDomain: string
  appId: string
  /** Null where the shop may not manage people. */
  serviceAccount: ServiceAccount | null
  /** Host and port of the emulator, whose tokens are unsigned; null for the service itself. */
  emulator: string | null
}

/** Addresses of Google's services; a test has its own. */
export interface Addresses {
  /** Public keys of ID tokens, as JWKs. */
  keys: string
  identityToolkit: string
  accessTokens: string
}

export const GOOGLES: Addresses = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  identityToolkit: 'https://identitytoolkit.googleapis.com',
  accessTokens: 'https://oauth2.googleapis.com/token',
}

/** Dependencies and settings of the provider. */
export interface FirebaseSettings {
  project: FirebaseProject
  publicUrl: string
  /** Origins that a photo of the shop may come from. */
  allowedOrigins: readonly string[]
  clock: Clock
  log: { warn(facts: object, message: string): void }
  events: Pick<IdentityEvents, 'onCredentialsChanged' | 'onHandedOver' | 'mayBePhoto'> & {
    /** Whether the shop knows this person with an email that isn't confirmed. */
    isUnproven(identityId: string): Promise<boolean>
    /** Whether an account with this email waits for its first sign-in since a move to this provider. */
    isAwaited(email: string): Promise<boolean>
  }
  at?: Addresses
}
