import { SignJWT, jwtVerify, errors } from 'jose'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#server/ports/clock.ts'

const ALGORITHM = 'EdDSA'
const TYPE = 'club+jwt'
const AUDIENCE = 'dogear'
const LIFETIME_SECONDS = 3600

/** What a club token says: who, which version of the account, and when and where that person signed in. Nothing of rank. */
export interface ClubTokenClaims {
  accountId: string
  version: number
  /** Seconds since 1970, UTC. */
  signedInAt: number
  /** The identity provider's name of the sign-in that it comes from; tokens of earlier versions have none. */
  sessionId?: string | undefined
}

export interface ClubTokens {
  /** A token for one hour. */
  mint(claims: ClubTokenClaims): Promise<string>
  /** Null for anything that is not a token of ours, of this kind, still valid. */
  verify(token: string): Promise<ClubTokenClaims | null>
}

/** Ed25519 signed JWTs; algorithm, type and audience are pinned, so that no other kind of token passes for one. */
export function clubTokens(keys: { privateKey: KeyObject; publicKey: KeyObject }, clock: Clock): ClubTokens {
  return {
    mint({ accountId, version, signedInAt, sessionId }) {
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ ver: version, auth_time: signedInAt, ...(sessionId !== undefined && { sid: sessionId }) })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(accountId)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(keys.privateKey)
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys.publicKey, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp', 'ver', 'auth_time'],
          currentDate: clock.now(),
        })
        if (typeof payload.sub !== 'string' || typeof payload.ver !== 'number' || typeof payload.auth_time !== 'number')
          return null
        const { sub: accountId, ver: version, auth_time: signedInAt, sid } = payload
        return { accountId, version, signedInAt, ...(typeof sid === 'string' && { sessionId: sid }) }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
