import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { mailText, quoted } from '#contract/mail-words.ts'
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
  write: async ({ db, site }, { conversationId, accountId, number }) => {
    const side = await findUnreadSide(db, conversationId, accountId)
    if (!side || side.isClosed || side.unread === 0 || side.mailNumber !== number) return null
    const { name, address, title, unread } = side
    const what = unread === 1 ? 'A new message' : `${unread} new messages`
    const paragraphs = [
      `${what} about ${quoted(title)} ${unread === 1 ? 'is' : 'are'} waiting for you.`,
      `Read and answer ${unread === 1 ? 'it' : 'them'}: ${site.publicUrl}${href('/dashboard/messages/:conversationId', conversationId)}`,
      'Please answer there: nobody reads replies to this email. We won’t email you about this conversation again until you’ve read what’s new.',
    ]
    return { to: { name, address }, subject: `${what} about ${quoted(title)}`, text: mailText(paragraphs) }
  },
})
