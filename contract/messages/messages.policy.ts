import type { Role } from '#contract/call.ts'

/* Who may write to whom: 'yes', or the code of the refusal. To a stranger there is no such conversation. */

/** About a book, its seller is asked. */
export const mayAsk = (
  account: { id: string; role: Role },
  book: { seller: { id: string } },
): 'yes' | 'own_book' | 'wrong_role' => {
  if (account.role === 'admin') return 'wrong_role'
  return account.id === book.seller.id ? 'own_book' : 'yes'
}

type NoWriting = 'account_gone' | 'person_blocked' | 'messages_declined'

/**
 * One side of a conversation to the other. An unconfirmed account may answer, since only the other can have begun: what
 * it asks itself waits until its email is confirmed.
 */
export function mayWrite(other: {
  isOtherClosed: boolean
  isBlocked: boolean
  isDeclined: boolean
}): 'yes' | NoWriting {
  if (other.isOtherClosed) return 'account_gone'
  if (other.isBlocked) return 'person_blocked'
  return other.isDeclined ? 'messages_declined' : 'yes'
}

/** The refusals in words, for the person they stop. */
export const noWritingWords: Record<NoWriting, string> = {
  account_gone: 'This account was closed, so nobody would read your message. Earlier messages stay here.',
  person_blocked: 'You blocked this person. Unblock them to write again.',
  messages_declined: 'This person doesn’t want messages from you for now. If it’s about an order, the club can help.',
}
