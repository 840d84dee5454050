import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { useSession } from './session.ts'

/** Account of the signed-in member, for components inside `SignedIn` or `RoleOnly`. */
export function useAccount(): OwnAccount {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('Nobody is signed in here')
  return session.account
}
