import { SIGN_IN_LINK_MINUTES } from '#contract/accounts/sign-in.ts'
import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import type { MailPurpose } from '#server/ports/mail.ts'

/** A rate limit: at most so many emails within a time. */
export interface MailLimit {
  most: number
  withinMs: number
}

type Counted = Exclude<MailPurpose, 'proven'>

/**
 * Limits per purpose, each no longer than its link works, so that a mailbox at its limit has a working link. Purposes
 * count apart, or a stranger could use up a member's resets by other emails.
 */
const ofEveryone: Partial<Record<Counted, MailLimit[]>> = {
  reset: [{ most: 5, withinMs: HOUR_MS }],
  sign_in: [{ most: 5, withinMs: SIGN_IN_LINK_MINUTES * 60_000 }],
  confirmation: [{ most: 5, withinMs: DAY_MS }],
  new_email: [{ most: 3, withinMs: DAY_MS }],
}
/** Further limits for an unconfirmed address, which may be a stranger's. */
const ofUnconfirmed: Partial<Record<Counted, MailLimit[]>> = {
  reset: [{ most: 10, withinMs: DAY_MS }],
  sign_in: [{ most: 10, withinMs: DAY_MS }],
  news: [{ most: 10, withinMs: DAY_MS }],
}

export const limitsOf = (purpose: Counted, isConfirmed: boolean): readonly MailLimit[] => [
  ...(ofEveryone[purpose] ?? []),
  ...((isConfirmed ? undefined : ofUnconfirmed[purpose]) ?? []),
]

/** Providers that ignore dots before the @. */
const DOTLESS = /^(?:gmail|googlemail)\.com$/

/**
 * Normalizes an address to its likely mailbox: without the part after a plus, and without Gmail's dots. A wrong guess
 * only makes two people share a limit.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()]
  const plain = name.replace(/(?<=.)\+.*$/, '')
  return DOTLESS.test(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
