import { SignJWT, jwtVerify, errors } from 'jose'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#server/ports/clock.ts'

const ALGORITHM = 'EdDSA'
const TYPE = 'club+jwt'
const AUDIENCE = 'dogear'
const LIFETIME_SECONDS = 3600

/** Claims of a club token: the account, its version, and when and where it signed in. No role. */
export interface ClubTokenClaims {
  accountId: string
  version: number
  /** Seconds since 1970, UTC. */
  signedInAt: number
  /** The identity provider's session id; tokens of earlier versions have none. */
  sessionId?: string | undefined
}

export interface ClubTokens {
  /** Signs a token for one hour. */
  mint(claims: ClubTokenClaims): Promise<string>
  /** Verifies a token; null for any that isn't ours, of this kind, and valid. */
  verify(token: string): Promise<ClubTokenClaims | null>
}

/** JWTs signed with Ed25519; algorithm, type and audience are pinned against tokens of other kinds. */
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
