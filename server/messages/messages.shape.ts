import type { Conversation, Message } from '#contract/messages/messages.ts'
import { areContactsOpen } from '#contract/orders/orders.policy.ts'
import type { ConversationRow } from './conversations.sql.ts'
import type { MessageRow } from './messages.sql.ts'

/** Conversation row → contract, for the side that it was read for. */
export function shapeConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    side: row.otherId === row.askerId ? 'seller' : 'asker',
    book: shapeBook(row),
    orderId: row.orderId,
    areContactsOpen: hasOpenContacts(row),
    otherName: row.otherName,
    isOtherClosed: row.isOtherClosed,
    isBlocked: row.isBlocked,
    isDeclined: row.isDeclined,
    unread: row.unread,
    last: { text: row.lastText, isOwn: row.lastSenderId !== row.otherId, at: row.lastAt },
  }
}

const shapeBook = ({ bookId, title, author, images, price, isBookThere }: ConversationRow): Conversation['book'] => ({
  id: bookId,
  title,
  author,
  images: isBookThere ? images : [],
  price,
  isThere: isBookThere,
})

export const hasOpenContacts = ({ orderState }: Pick<ConversationRow, 'orderState'>): boolean =>
  orderState !== null && areContactsOpen(orderState)

/** Message row → contract, for one side. */
export const shapeMessage = (row: MessageRow, readerId: string): Message => ({
  id: row.id,
  number: row.number,
  text: row.text,
  isOwn: row.senderId === readerId,
  at: row.sentAt,
})
