import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { href } from '#contract/href.ts'

/**
 * Emails that a person may turn off, by groups. What is about money, and about the safety of the account, is in none:
 * it always comes.
 */
export const mailGroups = {
  orders: {
    label: 'News of your orders and sales',
    meaning: 'A book of yours is reserved, cash is agreed on, an order is cancelled or expires.',
    ofThese: 'news of your orders and sales',
  },
  messages: {
    label: 'New messages',
    meaning: 'Someone wrote to you, and you haven’t read it within a few minutes.',
    ofThese: 'new messages',
  },
  reminders: {
    label: 'Reminders',
    meaning:
      'Something is waiting for you: a paid book that nobody has handed over or, if you run the club, a decision.',
    ofThese: 'reminders',
  },
  wants: {
    label: 'Books you’re waiting for',
    meaning: 'A book matches one of your saved searches, or a reserved book is back on sale.',
    ofThese: 'books you’re waiting for',
  },
} as const satisfies Record<string, { label: string; meaning: string; ofThese: string }>

export type MailGroup = keyof typeof mailGroups
export const mailGroupNames = Object.keys(mailGroups) as MailGroup[]
const group = z.enum(mailGroupNames, { error: 'Name one of the groups of emails' })

/** The account page's list of groups; linked at the end of each such email. */
export const MAIL_CHOICES_PAGE = `${href('/dashboard/account')}#emails`
/** The page on which a link in an email ends its group, and where mail programs do the same by a POST (RFC 8058). */
export const STOP_MAILS_PAGE = '/stop-emails/:token'

/** The group that a link ends, read without a key, for words alone; null where it is no such link. */
export function groupOfLink(token: string): MailGroup | null {
  const name = token.split('.')[0]
  return mailGroupNames.find((each) => each === name) ?? null
}

/** The groups that a member has turned off. */
export const mailChoices = z.object({
  off: z.array(group, 'Name the groups in a list').check(z.maxLength(mailGroupNames.length)),
})

export const getMailChoices = defineCall({
  method: 'GET',
  path: '/account/emails',
  topics: ['mail-choices'],
  access: 'member',
  summary: 'The groups of emails that the caller has turned off',
  answer: mailChoices,
})

export const chooseMails = defineCall({
  method: 'PUT',
  path: '/account/emails',
  topics: ['mail-choices'],
  access: 'member',
  summary: 'Turns these groups of emails off, and all others on',
  body: mailChoices,
  example: { off: ['messages'] },
})

export const stopMails = defineCall({
  method: 'POST',
  path: '/stop-emails',
  topics: ['mail-choices'],
  access: 'anyone',
  summary: 'Turns the group of emails off that a link in one of them names; twice is as good as once',
  body: z.object({ token: z.string('Name the link’s token').check(z.maxLength(300)) }),
  example: { token: `messages.${exampleIds.account}.signature` },
  refusals: ['not_found'],
})
