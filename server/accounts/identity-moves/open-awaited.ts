import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { bindIdentity, findAwaited } from './identity-moves.sql.ts'

/**
 * Says how to get the account that waits for its first sign-in since a move, to somebody who typed its email; null where
 * none waits. Only a new password by the mailed link shows whose the email is. Where the provider would let in whoever
 * typed it first, the shop has it ask for that: the identity is the account's from then on. Safe to repeat.
 */
export async function openAwaited(
  { db, identity, site }: Pick<Services, 'db' | 'identity' | 'site'>,
  proof: Proof,
): Promise<string | null> {
  const { email } = proof
  const awaited = await findAwaited(db, email)
  if (!awaited) return null
  if (!awaited.emailVerified)
    return `There’s an account with this email from before ${site.name} changed how people sign in, and the email was never confirmed. Please write to the club, which can open it for you.`
  const requireNewPassword = identity.management?.requireNewPassword
  if (requireNewPassword) {
    await requireNewPassword(proof)
    await bindIdentity(db, proof)
  }
  return 'You have an account here already. Press “Forgot password?” on the login page: the link that we email you opens it, with a new password.'
}
