import { mayNameEmail } from '#contract/accounts/accounts.policy.ts'
import type { Refuses } from '#contract/problems.ts'

/** Refuses a request that names another person's address. A missing address means the caller's own. */
export function requireOwnEmail(
  may: Refuses<'not_your_email'>,
  account: { email: string },
  named: string | undefined,
): void {
  const own = mayNameEmail(account, named)
  if (own !== 'yes') {
    may.refuse(own, 'You can only use your own email.', [
      { field: 'email', message: 'Use the email you’re signed in with' },
    ])
  }
}
