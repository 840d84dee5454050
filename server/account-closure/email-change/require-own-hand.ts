import { refuse } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'

/** For so long a sign-in stands for a password, with somebody who has none. */
const FRESH_MS = 15 * 60_000

/**
 * Refuses unless whoever asks shows once more that the account is theirs: by its password, or, where it has none, by a
 * sign-in of a moment ago. An open browser that somebody left is not enough.
 */
export async function requireOwnHand(
  { identity, clock }: Pick<Services, 'identity' | 'clock'>,
  { identityId, sessionId }: SignedInAccount,
  { password, clientAddress }: { password: string; clientAddress: string },
): Promise<void> {
  const check = await identity.checkPassword({ identityId, password, clientAddress })
  if (check.is === 'right') return
  if (check.is === 'too_many')
    return refuse('too_many_requests', `Too many attempts. Please wait ${check.seconds} seconds.`)
  if (check.is === 'wrong') {
    const message = password === '' ? 'Enter your password' : 'That’s not your password'
    return refuse('invalid_input', `${message}.`, [{ field: 'password', message }])
  }
  const session = (await identity.listSessions(identityId)).find(({ id }) => id === sessionId)
  if (!session || clock.now().getTime() - session.signedInAt.getTime() > FRESH_MS) {
    const message = 'You have no password. Please log out, sign in with Google again, and ask once more'
    refuse('invalid_input', `${message}.`, [{ field: 'password', message }])
  }
}
