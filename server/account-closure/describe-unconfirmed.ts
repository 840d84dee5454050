import { href } from '#contract/href.ts'
import { findAccountByIdentity } from '#server/accounts/accounts.public.ts'
import { hasListedBooks } from '#server/books/books.public.ts'
import { findQuestion } from '#server/messages/waiting/waiting-questions.ts'
import { listOrderIdsOf } from '#server/orders/orders.public.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'

/**
 * Describes the account of an unconfirmed email for who reads its mail: whether it has ever listed or bought anything,
 * and the question that waits. An identity whose sign-up isn't finished, or that awaits an account from before a move,
 * isn't unused: nothing is known of it.
 */
export async function describeUnconfirmed(
  services: Pick<Services, 'db'>,
  identityId: string,
): ReturnType<IdentityEvents['describeUnconfirmed']> {
  const { db } = services
  const account = await findAccountByIdentity(db, identityId)
  if (!account || account.emailVerified || account.closedAt || account.suspendedAt)
    return { isUnused: false, question: null }
  const isUnused =
    !(await hasListedBooks(db, account.id)) && (await listOrderIdsOf(db, account.id, null, 1)).length === 0
  const waiting = await findQuestion(services, account.id)
  if (!waiting) return { isUnused, question: null }
  const { book, orderId, text } = waiting
  const about = orderId === null ? `book=${book.id}` : `order=${orderId}`
  const conversationPath = `${href('/dashboard/messages/:conversationId', 'new')}?${about}`
  return { isUnused, question: { conversationPath, title: book.title, text } }
}
