import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { href } from '#contract/href.ts'
import { email } from '#contract/text.ts'
import { proofOfSignIn } from './admins.ts'
import { LONGEST_PASSWORD_LENGTH } from './sign-in.ts'

/** How long the link to a new email works, and how many an account may ask for a day. */
export const EMAIL_CHANGE_HOURS = 24
export const EMAIL_CHANGES_A_DAY = 5
/** Where that link leads; for those who are signed in. */
export const CHANGE_EMAIL_PAGE = href('/dashboard/change-email')

/** Confirmed by the current password or a proof of a fresh sign-in; a form sends the other field empty. */
export const newEmail = z.object({
  email,
  password: z._default(
    z.string('Please enter your password').check(z.maxLength(LONGEST_PASSWORD_LENGTH, 'That’s not your password')),
    '',
  ),
  proof: z._default(proofOfSignIn, ''),
})

export const getEmailChange = defineCall({
  method: 'GET',
  path: '/account/email',
  topics: ['email-change'],
  access: 'member',
  summary: 'The new email that waits to be confirmed, if one does',
  answer: z.object({ waiting: z.nullable(z.string()) }),
})

export const askForNewEmail = defineCall({
  method: 'POST',
  path: '/account/email',
  topics: ['email-change'],
  access: 'member',
  summary:
    'Sends a link to a new email; the account’s changes once the link is used. The answer is the same for every email',
  body: newEmail,
  example: { email: `new-${exampleIds.email}`, password: 'her present one' },
  limit: { ofAccountADay: EMAIL_CHANGES_A_DAY },
  refusals: ['email_not_confirmed', 'not_offered'],
})

export const cancelEmailChange = defineCall({
  method: 'DELETE',
  path: '/account/email',
  topics: ['email-change'],
  access: 'member',
  summary: 'Forgets the new email that waits, and its link',
})

export const confirmNewEmail = defineCall({
  method: 'POST',
  path: '/account/email/confirm',
  access: 'member',
  summary: 'Uses the link that was sent to the new email; every other session ends',
  body: z.object({
    token: z.string('Name the link’s token').check(z.regex(/^[\w-]{1,200}$/, 'That’s no link of ours')),
  }),
  example: { token: 'of-the-mailed-link' },
  refusals: ['not_found'],
})
