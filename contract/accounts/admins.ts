import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { LONGEST_PASSWORD_LENGTH } from './sign-in.ts'

/** For so long a sign-in stands for the person: then it may confirm what a password would. */
export const FRESH_SIGN_IN_SECONDS = 300

/** The admin's own password again. Only its presence is checked here; the identity provider judges it. */
export const ownPassword = z.object({
  password: z
    .string('Please enter your password')
    .check(
      z.minLength(1, 'Please enter your password'),
      z.maxLength(LONGEST_PASSWORD_LENGTH, 'That’s not your password'),
    ),
})

/** The identity provider’s proof of a sign-in. */
export const proofOfSignIn = z.string('Please sign in again').check(z.maxLength(4000, 'Please sign in again'))

/** That it is really them: their password, or the identity provider’s proof of a sign-in just now. */
export const confirmation = z.object({
  password: z.optional(ownPassword.shape.password),
  proof: z.optional(proofOfSignIn),
})
export type Confirmation = z.output<typeof confirmation>

const byConfirmation = {
  method: 'POST',
  access: ['admin'],
  body: confirmation,
  example: { password: 'their own password' },
} as const

export const appointAdmin = defineCall({
  ...byConfirmation,
  path: '/accounts/:id/make-admin',
  topics: ['people', 'audit-log'],
  summary:
    'Makes a member an admin, confirmed by the caller’s own password or a sign-in within five minutes; refused while they buy, sell or are owed money. Both get an email',
  refusals: ['not_found', 'unfit_for_admin'],
})

export const removeAdmin = defineCall({
  ...byConfirmation,
  path: '/accounts/:id/remove-admin',
  topics: ['people', 'audit-log'],
  summary:
    'Makes an admin an ordinary member again, confirmed in the same way; their access as an admin ends at once. The last admin stays. Both get an email',
  refusals: ['not_found', 'last_admin'],
})
