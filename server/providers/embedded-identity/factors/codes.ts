import { createHmac, randomInt } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/ports/clock.ts'
import { findAppSecrets, replaceCodes, takeCode, takeStep } from './factors.sql.ts'

const STEP_SECONDS = 30
/** Steps by which an app's clock may be off. */
const DRIFT_STEPS = 1
const SECRET_LENGTH = 32
const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 10

/**
 * Codes of a second factor: of an authenticator app (RFC 6238), and recovery codes. Secrets are stored sealed, recovery
 * codes hashed.
 */
export function factorCodes({ pool, clock, secret: key }: { pool: Pool; clock: Clock; secret: string }) {
  const hashOf = (userId: string, code: string) =>
    createHmac('sha256', key)
      .update(`recovery code ${userId}\n${code.toLowerCase().replaceAll(/[^a-z\d]/g, '')}`)
      .digest('hex')

  /** The time step whose code this is; null for none. */
  async function stepOf(sealed: string, code: string): Promise<number | null> {
    const app = createOTP(await symmetricDecrypt({ key, data: sealed }))
    const now = Math.floor(clock.now().getTime() / 1000 / STEP_SECONDS)
    for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step += 1)
      if ((await app.hotp(step)) === code) return step
    return null
  }

  return {
    /** A secret for an app: sealed, as text to type, and as address of a QR code. */
    async newSecret(issuer: string, account: string) {
      const secret = generateRandomString(SECRET_LENGTH, 'a-z', 'A-Z', '0-9')
      return {
        sealed: await symmetricEncrypt({ key, data: secret }),
        text: base32.encode(secret, { padding: false }),
        address: createOTP(secret).url(issuer, account),
      }
    },

    stepOf,

    /** Uses a code of the person's app or a recovery code; null for a wrong or used one. */
    async use(userId: string, typed: string): Promise<'app' | 'recovery' | null> {
      const code = typed.replaceAll(/\s/g, '')
      if (!/^\d{6}$/.test(code)) return (await takeCode(pool, userId, hashOf(userId, code))) ? 'recovery' : null
      const sealed = (await findAppSecrets(pool, userId))?.secret
      const step = sealed ? await stepOf(sealed, code) : null
      return step !== null && (await takeStep(pool, userId, step)) ? 'app' : null
    },

    /** New recovery codes in place of the former ones, as 'abcde-fghjk'. Only their hashes are stored. */
    async renewRecoveryCodes(userId: string): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, newCode)
      await replaceCodes(
        pool,
        userId,
        codes.map((code) => hashOf(userId, code)),
      )
      return codes
    },
  }
}

function newCode(): string {
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}
