import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { email } from '#contract/text.ts'

/** The email is typed once more, against closing by mistake. */
export const closing = z.object({ email })

export const closeOwnAccount = defineCall({
  method: 'POST',
  path: '/account/close',
  access: 'member',
  summary:
    'Closes the caller’s own account for good: signed out at once, unsold books leave, unpaid orders are cancelled, paid ones stay with the other side. The same email may sign up again',
  body: closing,
  example: { email: exampleIds.email },
  refusals: ['not_your_email', 'account_protected'],
})
