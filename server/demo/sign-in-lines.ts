import { findOpenAccountByEmail } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { accountLine, NO_SIGN_IN, type DemoAccount } from './demo-accounts.ts'

/**
 * How the demo's people sign in, as lines for the terminal: each with the password; or that they can't, where sign-ins are
 * kept elsewhere, or have moved since the demo was drawn.
 */
export async function signInLines(
  { db, site: { identity } }: Pick<Services, 'db' | 'site'>,
  people: readonly DemoAccount[],
): Promise<string[]> {
  if (!identity.takesDemoPeople) return [NO_SIGN_IN]
  const accounts = await Promise.all(people.map(({ email }) => findOpenAccountByEmail(db, email)))
  // The provider in force doesn't know an account that awaits its first sign-in there.
  if (accounts.some((account) => account?.identityId === null)) return [movedWords(identity.keptBy)]
  return people.map((person) => accountLine(person))
}

const movedWords = (keptBy: string) =>
  `Sign-ins have moved to ${keptBy || 'this shop itself'} since the demo was drawn: its people’s passwords don’t work there. Each comes in by an account of the same email there; or sign up with an account of your own, which npm run admin -- EMAIL makes an admin.`
