import { refuse, type Refuses } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { mayRenew } from './accounts.rules.ts'
import { requireOwnEmail } from './require-own-email.ts'
import { updateProfile } from './accounts.sql.ts'
import type { AccountRow, SignedInAccount } from './accounts.public.ts'
import { findProvenAccount } from './find-proven-account.ts'

/** Retry delays for the account of a fresh proof: two seconds in all. */
const LOOK_AGAIN_AFTER_MS = [50, 100, 150, 200, 300, 400, 400, 400]
/** Limit of requests that wait for a sign-up, because each occupies a slot: one per person, and this many for all. */
const MOST_WAITING = 20
const waiting = new Set<string>()

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Mints a club token for one hour, for the identity provider's proof or a valid club token. Refuses an address other
 * than the proven one, a proof without account, a suspended or closed account, and renewals later than 12 hours after
 * sign-in. The provider's photo is taken over where the person has just changed it (`hasNewPhoto`): one that the account
 * got elsewhere, before a move, stays. Some clients sign up and ask for their token at once, so a proof without account waits up to two seconds for
 * the sign-up, within limits. Called twice, it mints two tokens; both end together when the account's version rises.
 */
export async function mintToken(
  services: Pick<Services, 'db' | 'tokens' | 'clock' | 'shop' | 'site' | 'identity'> &
    Refuses<'not_your_email' | 'no_account' | 'account_closed' | 'account_suspended'>,
  caller: { proof: Proof | null; account: SignedInAccount | null; hasNewPhoto?: boolean | undefined },
  email: string,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<{ token: string }> {
  const { proof, account, hasNewPhoto = false } = caller
  if (proof) {
    requireOwnEmail(services, proof, email)
    const proven = await requireAccountOf(services, proof, hasNewPhoto, pause)
    // Check after reading the version: sessions end before it rises, so an open session means that the version is
    // current.
    if (!(await services.identity.isSignedIn(proof)))
      refuse('not_signed_in', 'Please sign in again: you’ve been signed out.')
    const signedInAt = Math.floor(services.clock.now().getTime() / 1000)
    return {
      token: await services.tokens.mint({
        accountId: proven.id,
        version: proven.version,
        signedInAt,
        sessionId: proof.sessionId,
      }),
    }
  }
  if (!account) return refuse('not_signed_in', 'Please sign in first.')
  requireOwnEmail(services, account, email)
  if (!mayRenew(account.signedInAt, services.clock.now()))
    refuse('not_signed_in', 'Please sign in again: that was more than 12 hours ago.')
  return {
    token: await services.tokens.mint({
      accountId: account.id,
      version: account.version,
      signedInAt: account.signedInAt,
      sessionId: account.sessionId,
    }),
  }
}

async function requireAccountOf(
  services: Pick<Services, 'db' | 'shop' | 'site'> & Refuses<'no_account' | 'account_closed' | 'account_suspended'>,
  proof: Proof,
  hasNewPhoto: boolean,
  pause: (ms: number) => Promise<unknown>,
): Promise<AccountRow> {
  const account = (await findProvenAccount(services, proof)) ?? (await waitForSignUp(services, proof, pause))
  if (!account) return services.refuse('no_account', 'Please finish signing up.')
  // An older proof, still valid, doesn't know that the email was confirmed since.
  const emailVerified = account.emailVerified || (proof.emailVerified && proof.email === account.email)
  if (account.emailVerified !== emailVerified || hasNewPhoto) {
    const { identityId, photoUrl } = proof
    await updateProfile(services.db, { identityId, emailVerified, ...(hasNewPhoto && { photoUrl }) })
  }
  return account
}

/** Waits for the sign-up; null on timeout, and at once where the limit is reached. */
async function waitForSignUp(
  services: Parameters<typeof requireAccountOf>[0],
  proof: Proof,
  pause: (ms: number) => Promise<unknown>,
): Promise<AccountRow | null> {
  const { identityId } = proof
  if (waiting.has(identityId) || waiting.size >= MOST_WAITING) return null
  waiting.add(identityId)
  try {
    for (const ms of LOOK_AGAIN_AFTER_MS) {
      await pause(ms)
      const account = await findProvenAccount(services, proof)
      if (account) return account
    }
    return null
  } finally {
    waiting.delete(identityId)
  }
}
