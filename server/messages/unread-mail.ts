import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { exampleBook, exampleIds } from '#contract/examples.ts'
import { link, note } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findUnreadSide } from './messages.sql.ts'

/**
 * Mails one side that it has unread messages; `number` is the first one's in its conversation. Leaves out text and
 * sender, or any account could send emails in our name. Replies go through the site, so that addresses stay private.
 */
export const unreadMail = defineMail({
  name: 'unread_messages',
  group: 'messages',
  params: z.object({ conversationId: z.string(), accountId: z.string(), number: z.number() }),
  find: async ({ db }, { conversationId, accountId, number }) => {
    const side = await findUnreadSide(db, conversationId, accountId)
    if (!side || side.isClosed || side.unread === 0 || side.mailNumber !== number) return null
    const { name, address, title, unread } = side
    return { to: { name, address }, conversationId, title, unread }
  },
  write: ({ conversationId, title, unread }, { publicUrl }) => {
    const what = unread === 1 ? 'A new message' : `${unread} new messages`
    return {
      subject: `${what} about ${quoted(title)}`,
      blocks: [
        `${what} about ${quoted(title)} ${unread === 1 ? 'is' : 'are'} waiting for you.`,
        link(
          `Read and answer ${unread === 1 ? 'it' : 'them'}`,
          `${publicUrl}${href('/dashboard/messages/:conversationId', conversationId)}`,
        ),
        note(
          'Please answer there: replies to this email aren’t read. We won’t email you about this conversation again until you’ve read what’s new.',
        ),
      ],
    }
  },
  examples: [
    {
      to: 'A member',
      when: 'They haven’t read a message within a few minutes',
      facts: { conversationId: exampleIds.message, title: exampleBook.book_name, unread: 2 },
    },
  ],
})
