import type { Role } from '#contract/call.ts'

/* What an account may do to itself and to others: 'yes', or the code of the refusal. */

/** Admins neither buy nor sell, and don't stop being admins. */
export const mayChangeRole = ({ role }: { role: Role }): 'yes' | 'role_not_allowed' =>
  role === 'admin' ? 'role_not_allowed' : 'yes'

/** Roles that an account may choose by itself; never admin. */
export const maySignUpAs = (role: Role): 'yes' | 'role_not_allowed' => (role === 'admin' ? 'role_not_allowed' : 'yes')

/** An email in a request must be the caller's own; none means their own. */
export const mayNameEmail = (account: { email: string }, named: string | undefined): 'yes' | 'not_your_email' =>
  named === undefined || named === account.email ? 'yes' : 'not_your_email'

/** A club keeps its admins until another one takes that back. */
export const mayCloseOwn = ({ role }: { role: Role }): 'yes' | 'account_protected' =>
  role === 'admin' ? 'account_protected' : 'yes'

/** For admins who close or suspend: not their own account, nor another admin's. */
export const mayClose = (admin: { id: string }, account: { id: string; role: Role }): 'yes' | 'account_protected' =>
  account.id === admin.id || account.role === 'admin' ? 'account_protected' : 'yes'
