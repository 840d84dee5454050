import { changeAccount } from '#contract/accounts/accounts.ts'
import { call } from '#client/api/call.ts'
import { readClubToken } from '#client/api/club-token.ts'
import { renewClubToken } from '#client/api/club-token-renewal.ts'
import { refreshAccount } from './session-actions.ts'

/**
 * Switches to buying or selling; books and orders stay. A role change revokes all club tokens, so a new token is
 * minted. Throws ProblemError or ConnectionError.
 */
export async function changeRole(role: 'buyer' | 'seller'): Promise<void> {
  await call(changeAccount, { body: { checked: role } })
  const ended = readClubToken()
  if (ended !== null) await renewClubToken(ended)
  await refreshAccount()
}
