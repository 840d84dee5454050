import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'

/** A place where one is signed in. `device`: its browser and system in words. */
const session = z.object({
  id: z.string(),
  device: z.string(),
  signedInAt: time,
  isThisOne: z.boolean(),
})
export type SignedInPlace = z.infer<typeof session>

export const listSessions = defineCall({
  method: 'GET',
  path: '/account/sessions',
  topics: ['sessions'],
  access: 'member',
  summary: 'Where the caller is signed in, the latest sign-in first; at most 50',
  answer: z.array(session),
  refusals: ['not_offered'],
})

export const endSession = defineCall({
  method: 'POST',
  path: '/account/sessions/end',
  topics: ['sessions'],
  access: 'member',
  summary: 'Ends a session of the caller, and the club tokens minted from it, at once',
  body: z.object({ session: z.string('Name the session').check(z.regex(/^[\w-]{1,200}$/, 'That’s no session')) }),
  example: { session: 'one-of-the-list' },
  refusals: ['not_offered'],
})

export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/account/sessions/end-others',
  topics: ['sessions'],
  access: 'member',
  summary: 'Ends every session but the one that asks, and the club tokens that come from them, at once',
  refusals: ['not_offered'],
})
