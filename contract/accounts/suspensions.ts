import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { optionalText, typedAs } from '#contract/text.ts'

/** Reasons for a suspension. The person gets it by email, with what the admin adds. */
export const suspensionReasons = {
  no_show: 'Agreements weren’t kept',
  misleading: 'Listings that mislead',
  behaviour: 'Behaviour towards other members',
  fraud: 'Suspected fraud',
  rules: 'Another breach of the club’s rules',
} as const satisfies Record<string, string>
export type SuspensionReason = keyof typeof suspensionReasons
export const suspensionReason = z.enum(Object.keys(suspensionReasons) as [SuspensionReason], 'Choose a reason')

export const LONGEST_SUSPENSION_DAYS = 365
const DAYS_MESSAGE = `Enter whole days, from 1 to ${LONGEST_SUSPENSION_DAYS}, or leave it empty`

/** Days, typed as text; empty until an admin ends it. */
export const suspensionDays = z.codec(
  z.string(DAYS_MESSAGE).check(
    z.trim(),
    z.regex(/^(?:[1-9]\d{0,2})?$/, DAYS_MESSAGE),
    z.refine((text) => Number(text) <= LONGEST_SUSPENSION_DAYS, DAYS_MESSAGE),
    typedAs({ inputMode: 'numeric' }),
  ),
  z.nullable(z.int()),
  { decode: (text) => (text === '' ? null : Number(text)), encode: (days) => (days === null ? '' : String(days)) },
)

/** What an admin adds in words, for the person to read. */
export const adminNote = optionalText(1000)

/** A suspension's reason and end; a null end means until an admin ends it. */
export const suspension = z.object({
  since: time,
  until: z.nullable(time),
  reason: suspensionReason,
  note: z.string(),
})
export type Suspension = z.output<typeof suspension>

export const suspendAccount = defineCall({
  method: 'POST',
  path: '/accounts/:id/suspend',
  topics: ['people', 'books', 'audit-log'],
  access: ['admin'],
  summary:
    'Suspends a person at once, for some days or until restored, with a reason that they get by email; what they list is hidden meanwhile',
  body: z.object({ days: suspensionDays, reason: suspensionReason, note: adminNote }),
  example: { days: '7', reason: 'no_show', note: 'Twice this month.' },
  refusals: ['not_found', 'account_protected', 'suspended_already'],
})

export const restoreAccount = defineCall({
  method: 'POST',
  path: '/accounts/:id/restore',
  topics: ['people', 'books', 'audit-log'],
  access: ['admin'],
  summary: 'Lets a suspended person in again, with their listings; done again, nothing changes',
  refusals: ['not_found'],
})
