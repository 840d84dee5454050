import { dayBefore } from '#contract/duration.ts'
import { mayAsk } from '#contract/messages/messages.policy.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import type { AccountRow } from '#server/accounts/accounts.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { findBook } from '#server/books/list-books.ts'
import type { Tx } from '#server/database/schema.ts'
import { findSidesOfOrder } from '#server/orders/orders.public.ts'
import type { Services } from '#server/services.ts'
import { countBegunSince, findConversationId, insertConversation, type Subject } from './conversations.sql.ts'
import { requireFewConversations } from './messages.rules.ts'
import { writeMessage, type Sent, type Writing, type WritingRefusal } from './send-message.ts'
import { keepQuestion } from './waiting/waiting-questions.sql.ts'

export type StartServices = Pick<Services, 'db' | 'clock'> & Refuses<'own_book' | WritingRefusal>

/** The two sides of a conversation and its book. */
interface Sides {
  bookId: string
  askerId: string
  sellerId: string
}

/** A sent message, or one that waits. */
type Started = Sent | { waits: true }

/**
 * Sends a message to the seller of a book, or to the other side of an order, in the one conversation that the two have
 * about the book; the first message opens it. An account with an unconfirmed email opens none: its message waits until
 * the email is confirmed, in place of an earlier one. Refuses the sender's own book, books and orders that the sender can't
 * see, more new conversations than the day's limit, and whatever `sendMessage` refuses. Called twice under the same
 * message id, it returns the same message; two at once open one conversation.
 */
export async function startConversation(
  services: StartServices,
  senderId: string,
  subject: Subject,
  writing: Writing,
): Promise<Started> {
  return services.db
    .transaction()
    .execute(async (tx) => startInside(services, tx, await lockOpenAccount(tx, senderId), subject, writing))
}

/** The same, inside a transaction that has locked the sender's account. */
export async function startInside(
  services: StartServices,
  tx: Tx,
  sender: AccountRow,
  subject: Subject,
  writing: Writing,
): Promise<Started> {
  const sides = await ('bookId' in subject
    ? sidesByBook(services, tx, sender, subject.bookId)
    : sidesByOrder(services, tx, sender, subject.orderId))
  const there = await findConversationId(tx, sides)
  if (!there && !sender.emailVerified) {
    const { messageId, text } = writing
    const orderId = 'orderId' in subject ? subject.orderId : null
    const question = { bookId: sides.bookId, orderId, messageId, text, writtenAt: services.clock.now() }
    await keepQuestion(tx, { accountId: sender.id, ...question })
    return { waits: true }
  }
  return writeMessage(services, tx, sender, there ?? (await begin(services, tx, sender, sides)), writing)
}

async function sidesByBook(services: StartServices, tx: Tx, sender: AccountRow, bookId: string): Promise<Sides> {
  const book = await findBook({ db: tx }, bookId)
  if (!book) return services.refuse('not_found', 'This book is no longer in the shop.')
  const may = mayAsk(sender, book)
  if (may === 'own_book') services.refuse(may, 'This is your listing. Buyers’ questions arrive under Messages.')
  if (may !== 'yes') refuse(may, 'Admins neither buy nor sell.')
  return { bookId, askerId: sender.id, sellerId: book.seller.id }
}

async function sidesByOrder(services: StartServices, tx: Tx, sender: AccountRow, orderId: string): Promise<Sides> {
  const order = await findSidesOfOrder(tx, orderId)
  if (!order || (sender.id !== order.buyerId && sender.id !== order.sellerId))
    return services.refuse('not_found', 'That isn’t one of your orders.')
  return { bookId: order.bookId, askerId: order.buyerId, sellerId: order.sellerId }
}

async function begin(services: StartServices, tx: Tx, sender: AccountRow, sides: Sides): Promise<string> {
  const now = services.clock.now()
  requireFewConversations(services, await countBegunSince(tx, sender.id, dayBefore(now)), sender, now)
  const begun = await insertConversation(tx, { ...sides, begunBy: sender.id, begunAt: now })
  // The other side of the order started it meanwhile.
  return begun ?? (await findConversationId(tx, sides))!
}
