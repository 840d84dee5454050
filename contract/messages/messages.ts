import * as z from 'zod/mini'
import { defineCall, id } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { shownBook } from '#contract/books/shown-book.ts'
import { money, time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { messageText } from './message-text.ts'

/** Messages that one account may send within 24 hours. */
export const MOST_MESSAGES_A_DAY = 200
/** Conversations that one account may begin within 24 hours. */
export const MOST_CONVERSATIONS_A_DAY = 20
/** The same on the account's first day: an account made only to advertise reaches few. */
export const MOST_CONVERSATIONS_ON_THE_FIRST_DAY = 5
/** How long a message waits to be read until its recipient gets an email. */
export const EMAIL_AFTER_MINUTES = 5

/** A conversation about a book, as one of its two sides sees it; without contacts. */
const conversation = z.object({
  id: z.uuid(),
  side: z.enum(['asker', 'seller']),
  /** `isThere`: it has a page still; without one its photo isn't shown either. */
  book: z.extend(shownBook, { price: money, isThere: z.boolean() }),
  /** The latest order of the one who asked. */
  orderId: z.nullable(z.uuid()),
  /** The order has come to where both may reach each other. */
  areContactsOpen: z.boolean(),
  otherName: z.string(),
  isOtherClosed: z.boolean(),
  /** The reader blocked the other one. */
  isBlocked: z.boolean(),
  /** The other one blocked the reader. */
  isDeclined: z.boolean(),
  /** How many of the other's messages the reader hasn't read. */
  unread: z.int(),
  /** The newest message, its text cut to a line; null where it was removed. */
  last: z.object({ text: z.nullable(z.string()), isOwn: z.boolean(), at: time }),
})
export type Conversation = z.output<typeof conversation>

/** One message, as one side sees it. */
const message = z.object({
  id: z.uuid(),
  /** Its place in the conversation, from 1 on. */
  number: z.int(),
  /** Null where it was removed with its writer's account. */
  text: z.nullable(z.string()),
  isOwn: z.boolean(),
  at: time,
})
export type Message = z.output<typeof message>

/** What a message is about where there may be no conversation yet: a book, which its seller is asked, or an order. */
const subject = {
  book: z.optional(id),
  order: z.optional(id),
}

/** Named by who sends it, so that a message sent twice is one. */
const messageId = z.uuid('messageId is a UUID that the client made for this message')
const sent = z.object({
  conversationId: z.uuid(),
  message,
  /** The text seems to hold contacts, before an order has opened them. It was sent all the same. */
  hint: z.optional(z.literal('contacts')),
})
const writing = ['account_gone', 'person_blocked', 'messages_declined', 'too_many_messages'] as const

export const listConversations = defineCall({
  method: 'GET',
  path: '/conversations',
  topics: ['messages'],
  access: 'member',
  summary: 'The caller’s conversations, newest message first; filtered by a book or an order with its id',
  query: z.object({ ...pageQuery(['newest']), ...subject }),
  answer: z.array(conversation),
  paged: true,
})

export const startConversation = defineCall({
  method: 'POST',
  path: '/conversations',
  topics: ['messages'],
  access: ['user', 'buyer', 'seller'],
  summary:
    'Writes to a book’s seller, or to the other side of an order: in the conversation about it, where there is one already. The first message of an account with an unconfirmed email waits, in place of an earlier one, and is sent by the confirmation',
  body: z.object({ ...subject, messageId, text: messageText }).check(
    z.refine(({ book, order }) => book !== undefined || order !== undefined, {
      error: 'Name a book or an order',
      path: ['book'],
    }),
  ),
  example: { book: exampleIds.book, messageId: exampleIds.message, text: 'Is it still there?' },
  answer: z.union([sent, z.object({ waits: z.literal(true) })]),
  limit: { ofAccountADay: MOST_CONVERSATIONS_A_DAY },
  refusals: ['not_found', 'own_book', ...writing],
})

/** The question that an account's confirmation will send, as its writer sees it. */
const waitingQuestion = z.object({
  messageId: z.uuid(),
  book: z.object({ id: z.uuid(), title: z.string() }),
  orderId: z.nullable(z.uuid()),
  text: z.string(),
})
export type WaitingQuestion = z.output<typeof waitingQuestion>

export const findWaitingQuestion = defineCall({
  method: 'GET',
  path: '/waiting-question',
  topics: ['messages'],
  access: 'member',
  summary: 'The caller’s message that waits until their email is confirmed; null for none',
  answer: z.nullable(waitingQuestion),
})

export const discardWaitingQuestion = defineCall({
  method: 'DELETE',
  path: '/waiting-question',
  topics: ['messages'],
  access: 'member',
  summary: 'Discards the message that waits; where none does, nothing changes',
})

export const getConversation = defineCall({
  method: 'GET',
  path: '/conversations/:id',
  topics: ['messages'],
  access: 'member',
  summary: 'One conversation, for the two who have it',
  answer: conversation,
  refusals: ['not_found'],
})

export const listMessages = defineCall({
  method: 'GET',
  path: '/conversations/:id/messages',
  topics: ['messages'],
  access: 'member',
  summary: 'The messages of a conversation, newest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(message),
  refusals: ['not_found'],
  paged: true,
})

export const sendMessage = defineCall({
  method: 'POST',
  path: '/conversations/:id/messages',
  topics: ['messages'],
  access: 'member',
  summary: 'Writes a message; sent again under the same messageId, it is the same message',
  body: z.object({ messageId, text: messageText }),
  example: { messageId: exampleIds.message, text: 'Is it still there?' },
  answer: sent,
  limit: { ofAccountADay: MOST_MESSAGES_A_DAY },
  refusals: ['not_found', ...writing],
})

export const readMessages = defineCall({
  method: 'POST',
  path: '/conversations/:id/read',
  topics: ['messages'],
  access: 'member',
  summary: 'Says that the messages up to this number are read',
  body: z.object({ upTo: z.int('upTo is the number of a message').check(z.gte(0, 'upTo is the number of a message')) }),
  example: { upTo: 1 },
  answer: z.object({ unread: z.int() }),
  refusals: ['not_found'],
})

export const countUnread = defineCall({
  method: 'GET',
  path: '/unread-messages',
  topics: ['messages'],
  access: 'member',
  summary:
    'How many messages the caller hasn’t read, in all conversations. With Accept: text/event-stream a stream, with an event at once and at each change',
  answer: z.object({ unread: z.int() }),
})

export const blockPerson = defineCall({
  method: 'PUT',
  path: '/conversations/:id/block',
  topics: ['messages'],
  access: 'member',
  summary: 'Refuses messages of the other side, in this conversation and every other; asked again, nothing changes',
  refusals: ['not_found'],
})

export const unblockPerson = defineCall({
  method: 'DELETE',
  path: '/conversations/:id/block',
  topics: ['messages'],
  access: 'member',
  summary: 'Takes messages of the other side again; asked again, nothing changes',
  refusals: ['not_found'],
})
