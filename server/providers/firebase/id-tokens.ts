import { errors, jwtVerify, UnsecuredJWT, type JWTPayload } from 'jose'
import { z } from 'zod'
import type { Proof } from '#server/ports/identity.ts'
import { googleKeys } from './google-keys.ts'
import { GOOGLES, type FirebaseSettings } from './settings.ts'

/** How far Google's clock may be ahead of ours. */
const TOLERANCE_SECONDS = 30

/** Ways to sign in that the shop offers; a project may have others, whose tokens are no proof here. */
const WAYS = { password: 'password', 'google.com': 'federated' } as const

const claims = z.object({
  sub: z.string().min(1).max(128),
  email: z.email(),
  email_verified: z.boolean(),
  name: z.string().default(''),
  picture: z.string().nullable().default(null),
  iat: z.number(),
  auth_time: z.number(),
  // A tenant has people of its own, in the same project and by the same keys.
  firebase: z.object({ sign_in_provider: z.enum(['password', 'google.com']), tenant: z.undefined().optional() }),
})

/**
 * Reads an ID token of the project: RS256 by a key of Google's, audience, issuer, subject and times. Null for all others.
 * Tokens of the emulator have no signature, and are read only where the settings name an emulator.
 */
export function idTokens({ project, clock, log, at = GOOGLES }: FirebaseSettings) {
  const { projectId, emulator, serviceAccount } = project
  const isManaged = serviceAccount !== null || emulator !== null
  const keys = googleKeys(at.keys, { clock, log })

  return async (token: string): Promise<Proof | null> => {
    const expected = {
      audience: projectId,
      issuer: `https://securetoken.google.com/${projectId}`,
      currentDate: clock.now(),
      clockTolerance: TOLERANCE_SECONDS,
    }
    let payload: JWTPayload
    try {
      payload =
        emulator === null
          ? (await jwtVerify(token, keys, { ...expected, algorithms: ['RS256'], requiredClaims: ['exp'] })).payload
          : UnsecuredJWT.decode(token, { ...expected, requiredClaims: ['exp'] }).payload
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
    const read = claims.safeParse(payload)
    if (!read.success) return null
    const { sub, email, name, picture, iat, auth_time: authTime, firebase, email_verified: emailVerified } = read.data
    const latest = clock.now().getTime() / 1000 + TOLERANCE_SECONDS
    if (iat > latest || authTime > latest) return null
    return {
      identityId: sub,
      email: email.toLowerCase(),
      emailVerified,
      // Without a service account the shop has no other way to an owner.
      ownsMailbox: emailVerified && (WAYS[firebase.sign_in_provider] === 'federated' || !isManaged),
      name,
      photoUrl: picture,
      via: WAYS[firebase.sign_in_provider],
      // A token names no session; sign-ins are told apart by their time.
      sessionId: String(authTime),
      signedInAt: new Date(authTime * 1000),
    }
  }
}
