import { integer, orNull, text, time, uuid } from '#server/database/columns.ts'

/** The question that an account's confirmation will send. */
export const waitingQuestionColumns = {
  accountId: uuid('account_id'),
  bookId: uuid('book_id'),
  /** Of a question about an order. */
  orderId: orNull(uuid('order_id')),
  messageId: uuid('message_id'),
  text: text('text'),
  writtenAt: time('written_at'),
}

/** What a conversation begins with. */
export const newConversationColumns = {
  bookId: uuid('book_id'),
  askerId: uuid('asker_id'),
  sellerId: uuid('seller_id'),
  begunBy: uuid('begun_by'),
  begunAt: time('created_at'),
}

export const messageColumns = {
  id: uuid('id'),
  conversationId: uuid('conversation_id'),
  senderId: uuid('sender_id'),
  number: integer('number'),
  /** Null where it was removed. */
  text: orNull(text('text')),
  sentAt: time('sent_at'),
}
