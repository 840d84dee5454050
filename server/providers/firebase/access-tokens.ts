import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '#server/ports/clock.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import type { ServiceAccount } from './settings.ts'

const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
const ASSERTION_SECONDS = 300
const WITHIN_MS = 5000
/** Renewed this long before it ends. */
const LEAD_SECONDS = 60

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number() })

/**
 * Access tokens of a service account: an assertion signed with its key, exchanged at Google and kept until shortly before
 * its end. Rejects with ProviderError when Google refuses the key or can't be reached.
 */
export function accessTokens(
  { clientEmail, privateKey }: ServiceAccount,
  { address, clock }: { address: string; clock: Clock },
): () => Promise<string> {
  let kept: { token: string; until: number } | undefined
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  async function exchange(): Promise<string> {
    const now = seconds()
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(address)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_SECONDS)
      .sign(await importPKCS8(privateKey, 'RS256'))
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    }).catch((error: unknown) => {
      throw new ProviderError('Google can’t be reached.', { cause: error })
    })
    // Google names what is wrong: a key that was deleted, or a clock that is off.
    if (!response.ok)
      throw new ProviderError(`Google refused the service account: ${(await response.text()).slice(0, 300)}`)
    const { access_token: token, expires_in: lasts } = granted.parse(await response.json())
    kept = { token, until: now + lasts - LEAD_SECONDS }
    return token
  }
  return async () => (kept && seconds() < kept.until ? kept.token : exchange())
}
