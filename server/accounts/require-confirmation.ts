import { FRESH_SIGN_IN_SECONDS, type Confirmation } from '#contract/accounts/admins.ts'
import { refuse } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import type { SignedInAccount } from './accounts.public.ts'

/**
 * Confirms the person behind a token, which may be stolen: by the password, counted as a sign-in attempt, or by the
 * proof of a sign-in within five minutes, for accounts without a password. Refuses (422) everything else, at the field.
 */
export async function requireConfirmation(
  { identity, clock }: Pick<Services, 'identity' | 'clock'>,
  { identityId }: Pick<SignedInAccount, 'identityId'>,
  { password, proof }: Confirmation,
  clientAddress: string,
): Promise<void> {
  if (proof !== undefined) {
    const proven = await identity.verifyProof(proof)
    const since = proven && (clock.now().getTime() - proven.signedInAt.getTime()) / 1000
    if (proven?.identityId !== identityId) refuseAt('proof', 'That was another account. Please confirm with your own.')
    if (since === null || since > FRESH_SIGN_IN_SECONDS)
      refuseAt('proof', 'That sign-in was more than 5 minutes ago. Please confirm again.')
    return
  }
  if (password === undefined || identityId === null) return refuseAt('password', 'Please enter your password')
  if (!identity.checkPassword)
    return refuseAt('password', 'Passwords can’t be checked here. Please sign in again to confirm.')
  const checked = await identity.checkPassword({ identityId, password, clientAddress })
  if (checked.is === 'wrong') refuseAt('password', 'That’s not your password')
  if (checked.is === 'none') refuseAt('password', 'You have no password. Please confirm in the way that you sign in.')
  if (checked.is === 'too_many')
    refuse('too_many_requests', `Too many wrong passwords. Please try again in ${waitWords(checked.seconds)}.`)
}

function refuseAt(field: 'password' | 'proof', message: string): never {
  return refuse('invalid_input', message, [{ field, message }])
}

const waitWords = (seconds: number) =>
  seconds < 90 ? `${Math.max(1, Math.ceil(seconds))} seconds` : `${Math.ceil(seconds / 60)} minutes`
