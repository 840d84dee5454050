import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { useSession } from './session.ts'

/** The account of who is signed in; for what stands inside `SignedIn` or `RoleOnly`. */
export function useAccount(): OwnAccount {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('Nobody is signed in here')
  return session.account
}
