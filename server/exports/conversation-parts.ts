import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { listConversations, listMessages } from '#server/messages/list-conversations.ts'
import { findQuestion } from '#server/messages/waiting/waiting-questions.ts'
import type { ArchiveEntry } from '#server/ports/archives.ts'
import { allPages } from './all-pages.ts'
import { csvFile, jsonFile, type ItemOf } from './as-files.ts'
import type { PartServices } from './part-services.ts'

/** Messages that the member wrote and received; the other side by its name in the conversation. */
export function conversationParts(services: PartServices, { id }: SignedInAccount): ArchiveEntry[] {
  const conversations = () => allPages('newest', (page) => listConversations(services, id, null, page))
  async function* lines() {
    for await (const conversation of conversations()) {
      const messages = allPages('newest', (page) => listMessages(services, id, conversation.id, page))
      for await (const { number, at, text, isOwn } of messages) {
        const from = isOwn ? 'you' : conversation.otherName
        yield { conversation: conversation.id, book: conversation.book.title, number, at, from, text }
      }
    }
  }
  type Line = ItemOf<typeof lines>
  const columns = {
    conversation: ({ conversation }: Line) => conversation,
    book: ({ book }: Line) => book,
    time: ({ at }: Line) => at,
    from: ({ from }: Line) => from,
    text: ({ text }: Line) => text,
  }
  async function* about() {
    for await (const { last: _last, unread: _unread, ...conversation } of conversations()) yield { ...conversation }
  }
  async function* waiting() {
    const question = await findQuestion(services, id)
    if (question) yield { ...question }
  }
  return [
    jsonFile('conversations', about),
    jsonFile('messages', lines),
    csvFile('messages', columns, lines),
    jsonFile('waiting-question', waiting),
  ]
}
