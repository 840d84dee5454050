import type { Refuses } from '#contract/problems.ts'

/** Refuses when a request names another person's address. No address named means one's own. */
export function requireOwnEmail(
  may: Refuses<'not_your_email'>,
  account: { email: string },
  named: string | undefined,
): void {
  if (named !== undefined && named !== account.email) {
    may.refuse('not_your_email', 'You can only use your own email.', [
      { field: 'email', message: 'Use the address you are signed in with' },
    ])
  }
}
