import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { email } from '#contract/text.ts'

/** How long the link of a shop's first admin works. */
export const FIRST_ADMIN_HOURS = 24

const token = z.string('Please open the whole link').check(z.maxLength(100, 'Please open the whole link'))

export const inviteFirstAdmin = defineCall({
  method: 'POST',
  path: '/first-admin',
  access: 'anyone',
  summary:
    'Opens the account of a shop’s first admin, by the link that its operator was shown; answers with the path of a page to choose a password. Works once, and while there is no admin',
  body: z.object({ token, email }),
  example: { token: 'of-the-link', email: 'ada@example.org' },
  answer: z.object({ path: z.string() }),
  refusals: ['not_found', 'email_taken', 'not_offered'],
})

export const becomeFirstAdmin = defineCall({
  method: 'POST',
  path: '/account/first-admin',
  access: 'member',
  summary: 'Makes the signed-in account the shop’s first admin, by the same link. Their tokens end: sign in again',
  body: z.object({ token }),
  example: { token: 'of-the-link' },
  refusals: ['not_found', 'email_not_confirmed'],
})
