import type { BrowserOrigins } from '#server/ports/browser-origins.ts'
import type { IdentityPort, Proof } from '#server/ports/identity.ts'
import { idTokens } from './id-tokens.ts'
import { identityToolkit } from './identity-toolkit.ts'
import { findOrMake, management, waysBeside } from './management.ts'
import type { FirebaseProject, FirebaseSettings } from './settings.ts'

/**
 * Identity provider of a Firebase project. Browsers talk to Firebase themselves, and the shop gets ID tokens. Sessions
 * can't be told apart. People are managed with a service account; with the emulator, without one.
 */
export function firebaseIdentity(settings: FirebaseSettings): IdentityPort {
  const { publicUrl, allowedOrigins, events } = settings
  const readToken = idTokens(settings)
  const toolkit = identityToolkit(settings)
  const origins = new Set([new URL(publicUrl).origin, ...allowedOrigins])

  /** Whether no sign-in of this time was ended since; unknown, and so taken for open, without a service account. */
  async function isOpen(identityId: string, signedInAt: number): Promise<boolean> {
    if (!toolkit) return true
    const user = await toolkit.findById(identityId)
    return user !== null && !user.disabled && signedInAt >= user.validSince
  }

  /** Firebase takes any address; the shop shows only pictures that the person uploaded here. */
  async function ownPhoto({ identityId, photoUrl }: Proof): Promise<string | null> {
    const url = photoUrl === null ? null : URL.parse(photoUrl, publicUrl)
    if (!url || !origins.has(url.origin)) return null
    const path = url.pathname + url.search
    return (await events.mayBePhoto(identityId, path)) ? path : null
  }

  /**
   * Ends what whoever signed up with an unconfirmed email has of it beside the sign-in that confirmed it: sessions from
   * before, and linked ways to sign in.
   */
  async function endOthers({ identityId: localId, sessionId: validSince, via }: Proof): Promise<void> {
    if (!toolkit) return
    const deleteProvider = await waysBeside(via === 'federated' ? 'google.com' : 'password', toolkit, localId)
    await toolkit.update({ localId, validSince, deleteProvider })
  }

  /** Whether a Google account was linked to a person with another email, of which it confirms nothing. */
  async function isLinked({ identityId, email, via }: Proof): Promise<boolean> {
    const ways = via === 'federated' && toolkit ? (await toolkit.findById(identityId))?.providerUserInfo : []
    return (
      ways?.some((way) => way.providerId === 'google.com' && way.email && way.email.toLowerCase() !== email) ?? false
    )
  }

  /** Whether nobody else gets in beside this sign-in, whose email opens an account: who could is put out. */
  async function isAloneIn(proof: Proof): Promise<boolean> {
    if (await isLinked(proof)) return false
    await endOthers(proof)
    return true
  }

  return {
    verifyProof: async (token) => {
      const proof = await readToken(token)
      if (!proof || !(await isOpen(proof.identityId, Number(proof.sessionId)))) return null
      if (proof.emailVerified && (await events.isUnproven(proof.identityId))) {
        if (await isLinked(proof)) return null
        await endOthers(proof)
        // Firebase gives an unconfirmed account, its password removed, to who signs in by Google with that address.
        if (proof.via === 'federated') await events.onHandedOver(proof.identityId)
      }
      const ownsMailbox = proof.ownsMailbox && (!(await events.isAwaited(proof.email)) || (await isAloneIn(proof)))
      return { ...proof, ownsMailbox, photoUrl: await ownPhoto(proof) }
    },
    isSignedIn: ({ identityId, sessionId }) => isOpen(identityId, Number(sessionId)),
    checkPassword: null,
    sessions: null,
    // Firebase asks for its own, in the browser.
    factors: null,
    // Its email-link sign-in opens a session wherever the link is opened, and knows no gate of ours.
    signInLinks: null,
    management: toolkit && management(toolkit, settings),
    // Only made-up people in a made-up project.
    ...(toolkit &&
      settings.project.emulator !== null && {
        createWithPassword: async (person) => ({ identityId: (await findOrMake(toolkit, person)).localId }),
      }),
  }
}

/** What the browser's adapter is told; all of it is public. */
export const browserOptions = ({ apiKey, authDomain, projectId, appId, emulator }: FirebaseProject) => ({
  apiKey,
  authDomain,
  projectId,
  appId,
  ...(emulator !== null && { emulator }),
})

/** What browsers have to reach: Google's script and frame for the popup, and the two services. */
export function browserOrigins({ authDomain, emulator }: FirebaseProject): BrowserOrigins {
  const script = ['https://apis.google.com']
  if (emulator !== null) return { script, frame: [`http://${emulator}`], connect: [`http://${emulator}`] }
  return {
    script,
    frame: [`https://${authDomain}`],
    connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  }
}
