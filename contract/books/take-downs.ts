import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { adminNote } from '#contract/accounts/suspensions.ts'

/** Why an admin takes a listing down. Its seller gets it by email and reads it beside the listing. */
export const takeDownReasons = {
  not_a_book: 'It isn’t a book, or can’t be sold here',
  misleading: 'Misleading: title, condition or pictures',
  copied: 'Someone else’s pictures or text',
  offensive: 'Offensive or harmful',
  contacts: 'Contact details or advertising in the text',
  rules: 'Another breach of the club’s rules',
} as const satisfies Record<string, string>
export type TakeDownReason = keyof typeof takeDownReasons
export const takeDownReason = z.enum(Object.keys(takeDownReasons) as [TakeDownReason], 'Choose a reason')

/** Why a listing is down, and since when. */
export const takeDown = z.object({ since: time, reason: takeDownReason, note: z.string() })
export type TakeDown = z.output<typeof takeDown>

export const takeDownBook = defineCall({
  method: 'POST',
  path: '/listings/:id/take-down',
  topics: ['books', 'people', 'audit-log'],
  access: ['admin'],
  summary:
    'Takes a listing down, with a reason that its seller gets: nobody else sees it, and it can’t be sold until it is put back',
  body: z.object({ reason: takeDownReason, note: adminNote }),
  example: { reason: 'misleading', note: 'The cover is a film poster.' },
  refusals: ['not_found', 'taken_down_already'],
})

export const putBackBook = defineCall({
  method: 'POST',
  path: '/listings/:id/put-back',
  topics: ['books', 'people', 'audit-log'],
  access: ['admin'],
  summary: 'Puts a listing back that was taken down; done again, nothing changes',
  refusals: ['not_found'],
})
