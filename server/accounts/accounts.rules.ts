import { createHmac } from 'node:crypto'
import { maySignUpAs } from '#contract/accounts/accounts.policy.ts'
import type { Role } from '#contract/call.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { personsName } from '#contract/accounts/names.ts'

/** Refuses roles that accounts can't choose. */
export function requireClaimableRole(may: Refuses<'role_not_allowed'>, role: Role): void {
  const claimable = maySignUpAs(role)
  if (claimable !== 'yes') {
    may.refuse(claimable, 'Nobody can sign up as an admin. Choose user, buyer or seller.', [
      { field: 'checked', message: 'Choose user, buyer or seller' },
    ])
  }
}

/**
 * Validates a member's name by `personsName`, empty allowed; refuses (`invalid_input`, at the field) what that refuses.
 */
export function requireName(name: string, club: string): string {
  const read = personsName(club).safeParse(name)
  if (read.success) return read.data
  const message = read.error.issues[0]!.message
  return refuse('invalid_input', message, [{ field: 'name', message }])
}

/** Hash that recognises a closed account's address without storing it. */
export function addressHash(email: string, secret: string): string {
  return createHmac('sha256', secret).update(email).digest('hex')
}

const TWELVE_HOURS = 12 * 3600

/** Whether a club token may be renewed without a new proof: until 12 hours after sign-in. */
export function mayRenew(signedInAt: number, now: Date): boolean {
  return now.getTime() / 1000 < signedInAt + TWELVE_HOURS
}
