import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTHeaderParameters } from 'jose'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '#server/ports/clock.ts'
import type { Proof } from '#server/ports/identity.ts'
import { isSignedIn } from './users.sql.ts'

/** Lifetime of a proof (ID token), in seconds. */
export const PROOF_SECONDS = 300
export const PROOF_AUDIENCE = 'dogear-proof'
const READ_KEYS_AGAIN_MS = 30_000

const claims = z.object({
  sub: z.string().min(1),
  email: z.email(),
  email_verified: z.boolean(),
  // Tokens of earlier versions lack it: then only the reader of its mail can have confirmed an email.
  confirmed_elsewhere: z.boolean().default(false),
  name: z.string(),
  picture: z.string().nullable(),
  via: z.enum(['password', 'federated']),
  sid: z.string().min(1),
  // Seconds since 1970. Tokens of earlier versions lack it: 0 counts as too long ago.
  auth_time: z.number().default(0),
})

type Profile = {
  email: string
  emailVerified: boolean
  name: string
  image?: string | null | undefined
  confirmedElsewhere?: unknown
}

/** Claims of a proof; better-auth adds sub, issuer and audience. Times are our clock's. */
export function proofClaims(
  clock: Clock,
  user: Profile,
  session: { id: string; createdAt: Date; via?: unknown },
): Omit<z.infer<typeof claims>, 'sub'> & { iat: number; exp: number } {
  const iat = Math.floor(clock.now().getTime() / 1000)
  return {
    iat,
    exp: iat + PROOF_SECONDS,
    email: user.email,
    email_verified: user.emailVerified,
    confirmed_elsewhere: user.confirmedElsewhere === true,
    name: user.name,
    picture: user.image ?? null,
    // Sessions of earlier versions name the provider.
    via: typeof session.via === 'string' && session.via !== 'password' ? 'federated' : 'password',
    sid: session.id,
    auth_time: Math.floor(session.createdAt.getTime() / 1000),
  }
}

type Settings = { issuer: string; clock: Clock; pool: Pool; readKeys: () => Promise<JSONWebKeySet> }

/**
 * Verifies proofs against our own keys, which are read from the database and cached. Algorithm, issuer, audience, type
 * and age are pinned, and the proof's session must be open. Null for all others.
 */
export function proofVerifier({ issuer, clock, pool, readKeys }: Settings): (token: string) => Promise<Proof | null> {
  let keys: { find: ReturnType<typeof createLocalJWKSet>; ids: Set<string | undefined>; readAt: number } | undefined

  async function findKey(header: JWTHeaderParameters) {
    const now = Date.now()
    // An unknown key id triggers a new read of the keys at most once per interval, not per forged token.
    if (!keys || (!keys.ids.has(header.kid) && now - keys.readAt > READ_KEYS_AGAIN_MS)) {
      const set = await readKeys()
      keys = { find: createLocalJWKSet(set), ids: new Set(set.keys.map((key) => key.kid)), readAt: now }
    }
    return keys.find(header)
  }

  return async (token) => {
    const verified = await jwtVerify(token, findKey, {
      algorithms: ['EdDSA'],
      issuer,
      audience: PROOF_AUDIENCE,
      currentDate: clock.now(),
      maxTokenAge: PROOF_SECONDS,
    }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return null
      throw error
    })
    // better-auth signs without a type; a token with one, such as a club token, is no proof.
    if (!verified || (verified.protectedHeader.typ ?? 'JWT') !== 'JWT') return null
    const read = claims.safeParse(verified.payload)
    if (!read.success) return null
    const proof = {
      identityId: read.data.sub,
      email: read.data.email.toLowerCase(),
      emailVerified: read.data.email_verified,
      // A press in another browser confirms an email, too, and doesn't tell who has the password (mailed-links.ts).
      ownsMailbox: read.data.email_verified && !read.data.confirmed_elsewhere,
      name: read.data.name,
      photoUrl: read.data.picture,
      via: read.data.via,
      sessionId: read.data.sid,
      signedInAt: new Date(read.data.auth_time * 1000),
    }
    return (await isSignedIn(pool, proof)) ? proof : null
  }
}
