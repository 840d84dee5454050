import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import type { MailPurpose } from '#server/ports/mail.ts'

/** At most so many emails within so long. */
export interface MailLimit {
  most: number
  withinMs: number
}

type Counted = Exclude<MailPurpose, 'proven'>

/**
 * Each limit lasts no longer than the link in the email works, so that a mailbox at its limit still has a link that works.
 * Purposes count apart, or a stranger could use up a member's resets by other emails.
 */
const ofEveryone: Partial<Record<Counted, MailLimit[]>> = {
  reset: [{ most: 5, withinMs: HOUR_MS }],
  confirmation: [{ most: 5, withinMs: DAY_MS }],
  new_email: [{ most: 3, withinMs: DAY_MS }],
}
/** In addition for an address that isn't confirmed: it may be a stranger's. */
const ofUnconfirmed: Partial<Record<Counted, MailLimit[]>> = {
  reset: [{ most: 10, withinMs: DAY_MS }],
  news: [{ most: 10, withinMs: DAY_MS }],
}

export const limitsOf = (purpose: Counted, isConfirmed: boolean): readonly MailLimit[] => [
  ...(ofEveryone[purpose] ?? []),
  ...((isConfirmed ? undefined : ofUnconfirmed[purpose]) ?? []),
]

/** Providers that ignore dots before the @. */
const DOTLESS = /^(?:gmail|googlemail)\.com$/

/**
 * The mailbox that an address most likely leads to: without what follows a plus, which most providers deliver to the same
 * one, and without Gmail's dots. A wrong guess makes two people share a limit, no more.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()]
  const plain = name.replace(/(?<=.)\+.*$/, '')
  return DOTLESS.test(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
