import * as z from 'zod/mini'
import { defineCall, inserted } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { requiredText } from '#contract/text.ts'

/** What may be wrong with an order. */
export const problemKinds = {
  not_as_described: 'The book isn’t as described',
  not_met: 'We didn’t meet',
  not_received: 'I didn’t get it',
  other: 'Something else',
} as const satisfies Record<string, string>
export type ProblemKind = keyof typeof problemKinds
const problemKind = z.enum(Object.keys(problemKinds) as [ProblemKind], 'Choose what’s wrong')

/**
 * How a problem ended: who opened it said it's settled, the order was refunded or cancelled, or an admin decided that
 * nothing, part or all of the money goes back.
 */
export const problemOutcomes = ['settled', 'refunded', 'cancelled', 'nothing', 'part', 'all'] as const
export type ProblemOutcome = (typeof problemOutcomes)[number]

/** Characters of one entry. */
export const LONGEST_ENTRY = 2000
/** Pictures of one entry. */
export const MOST_ENTRY_IMAGES = 4
/** Problems that one account may open within 24 hours, and with one order at all. */
export const MOST_PROBLEMS_A_DAY = 5
export const MOST_PROBLEMS_OF_ORDER = 3
/** What one account may write in problems within 24 hours, opening them included. */
export const MOST_ENTRIES_A_DAY = 40
/** After how many days an open problem is brought to mind: of the admins, and from the second time on of both sides. */
export const PROBLEM_REMINDER_DAYS = { first: 3, next: 7 } as const
/** How much time an order has at least once its problem has ended, in hours. */
export const TIME_AFTER_PROBLEM_HOURS = 24

const problemSides = ['buyer', 'seller'] as const

/** A problem with an order, without what people wrote. */
export const orderProblem = z.object({
  id: z.uuid(),
  kind: problemKind,
  openedBy: z.enum(problemSides),
  openedAt: time,
  /** How many entries there are. */
  revision: z.int(),
  /** Null while it is open. */
  endedAt: z.nullable(time),
  outcome: z.nullable(z.enum(problemOutcomes)),
  /** In minor units of the order's currency, where an admin gave part or all of it back. */
  givenBack: z.nullable(z.int()),
})
export type OrderProblem = z.output<typeof orderProblem>

/** What one side, or the club, wrote and showed. */
const problemEntry = z.object({
  id: z.uuid(),
  by: z.enum([...problemSides, 'club']),
  /** Null where its author has left the club since. */
  text: z.nullable(z.string()),
  images: z.array(z.string()),
  at: time,
})
export type ProblemEntry = z.output<typeof problemEntry>

const IMAGES_WORDS = 'Please upload the picture again'
const newEntry = {
  text: requiredText(LONGEST_ENTRY, 'Please say it in a few words'),
  images: z.optional(
    z
      .array(
        z.string(IMAGES_WORDS).check(z.maxLength(500, IMAGES_WORDS), z.regex(/^[!-~]+$/, IMAGES_WORDS)),
        'Send the pictures as a list',
      )
      .check(z.maxLength(MOST_ENTRY_IMAGES, `Please use ${MOST_ENTRY_IMAGES} pictures or fewer`)),
  ),
}
/** What is written and shown in a problem. */
export const newEntryBody = z.object(newEntry)
/** The same, with what it is about. */
export const newProblemBody = z.object({ kind: problemKind, ...newEntry })
export type NewEntry = z.output<typeof newEntryBody>
export type NewProblem = z.output<typeof newProblemBody>

export const openProblem = defineCall({
  method: 'POST',
  path: '/orders/:id/problems',
  topics: ['orders'],
  access: 'member',
  summary:
    'The buyer or the seller says what is wrong with an order, which stops its clock; the other side gets an email',
  body: newProblemBody,
  example: { kind: 'not_as_described', text: 'The cover is torn.', images: [] },
  answer: inserted,
  refusals: ['not_found', 'order_not_open', 'problem_open'],
  limit: { ofAccountADay: MOST_PROBLEMS_A_DAY },
})

export const answerProblem = defineCall({
  method: 'POST',
  path: '/problems/:id/entries',
  topics: ['orders'],
  access: 'member',
  summary: 'Either side or an admin answers in an open problem; the others get an email',
  body: newEntryBody,
  example: { text: 'I am sorry, I missed that.', images: [] },
  answer: inserted,
  refusals: ['not_found', 'problem_changed'],
  limit: { ofAccountADay: MOST_ENTRIES_A_DAY },
})

export const settleProblem = defineCall({
  method: 'POST',
  path: '/problems/:id/settle',
  topics: ['orders'],
  access: 'member',
  summary: 'Who opened a problem says that it is settled, and the order’s clock goes on; said again, nothing changes',
  refusals: ['not_found', 'problem_changed'],
})

export const listProblemEntries = defineCall({
  method: 'GET',
  path: '/problems/:id/entries',
  topics: ['orders'],
  access: 'member',
  summary: 'What was written in a problem, first things first, for both sides and for admins, whose reading is noted',
  query: z.object(pageQuery(['oldest'])),
  answer: z.array(problemEntry),
  refusals: ['not_found'],
  paged: true,
})
