import { quoted } from '#contract/mail-words.ts'
import type { MailKinds } from '#server/database/mail-jobs.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { findUnreadSide } from './messages.sql.ts'

/**
 * Tells somebody that messages wait to be read. Null where they were read meanwhile, and for a closed account. Without
 * the messages' words and their writer's name: anybody with an account could send emails in our name by it. They are
 * answered on the site alone, so that no email address gets from one to the other.
 */
export async function mailUnread(
  { db, site }: Pick<Services, 'db' | 'site'>,
  { conversationId, accountId, number }: MailKinds['unread_messages'],
): Promise<Mail | null> {
  const side = await findUnreadSide(db, conversationId, accountId)
  if (!side || side.isClosed || side.unread === 0 || side.mailNumber !== number) return null
  const { name, address, title, unread } = side
  const what = unread === 1 ? 'A new message' : `${unread} new messages`
  const paragraphs = [
    `${what} about ${quoted(title)} ${unread === 1 ? 'is' : 'are'} waiting for you.`,
    `Read and answer ${unread === 1 ? 'it' : 'them'}: ${site.publicUrl}/dashboard/messages/${conversationId}`,
    'Please answer there: nobody reads replies to this email. We won’t email you about this conversation again until you’ve read what’s new.',
  ]
  return { to: { name, address }, subject: `${what} about ${quoted(title)}`, text: `${paragraphs.join('\n\n')}\n` }
}
