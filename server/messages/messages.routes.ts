import * as calls from '#contract/messages/messages.ts'
import { listOrderMessages as listOrderMessagesCall } from '#contract/messages/order-messages.ts'
import type { Serve } from '#server/http/call-route.ts'
import { blockPerson, unblockPerson } from './block-person.ts'
import type { Subject } from './conversations.sql.ts'
import { countUnread, getConversation, listConversations, listMessages } from './list-conversations.ts'
import { listOrderMessages } from './list-order-messages.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'
import { startConversation } from './start-conversation.ts'
import { discardQuestion, findQuestion } from './waiting/waiting-questions.ts'

const subjectOf = ({ book, order }: { book?: string | undefined; order?: string | undefined }): Subject | null => {
  if (order !== undefined) return { orderId: order }
  return book === undefined ? null : { bookId: book }
}

export function messageRoutes(serve: Serve): void {
  serve(calls.listConversations, (services, { account, query }) =>
    listConversations(services, account.id, subjectOf(query), query),
  )
  // The schema requires exactly one of the two.
  serve(calls.startConversation, (services, { account, body }) =>
    startConversation(services, account.id, subjectOf(body)!, body),
  )
  serve(calls.findWaitingQuestion, (services, { account }) => findQuestion(services, account.id))
  serve(calls.discardWaitingQuestion, (services, { account }) => discardQuestion(services, account.id))
  serve(calls.getConversation, (services, { account, params }) => getConversation(services, account.id, params.id))
  serve(calls.listMessages, (services, { account, params, query }) =>
    listMessages(services, account.id, params.id, query),
  )
  serve(listOrderMessagesCall, (services, { account, params, query }) =>
    listOrderMessages(services, account, params.id, query),
  )
  serve(calls.sendMessage, (services, { account, params, body }) => sendMessage(services, account.id, params.id, body))
  serve(calls.readMessages, (services, { account, params, body }) =>
    readMessages(services, account.id, params.id, body.upTo),
  )
  serve(calls.countUnread, (services, { account }) => countUnread(services, account.id))
  serve(calls.blockPerson, (services, { account, params }) => blockPerson(services, account.id, params.id))
  serve(calls.unblockPerson, (services, { account, params }) => unblockPerson(services, account.id, params.id))
}
