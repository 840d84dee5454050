import * as z from 'zod/mini'
import { shownBook } from '#contract/books/shown-book.ts'
import { defineCall } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'
import { requiredText } from '#contract/text.ts'
import { LONGEST_ENTRY, orderProblem } from './problems.ts'
import { NO_AMOUNT, refundAmount } from './refunds.ts'

/** What an admin can decide about the money of an order. */
export const problemDecisions = {
  nothing: 'No money goes back',
  part: 'Part of it goes back',
  all: 'All that is left goes back',
} as const satisfies Record<string, string>
export type ProblemDecision = keyof typeof problemDecisions

/** `amount` is for a part. */
export const decisionForm = z.object({
  decision: z.enum(Object.keys(problemDecisions) as [ProblemDecision], 'Choose what you decide'),
  amount: z.optional(z.union([z.literal(''), refundAmount], { error: NO_AMOUNT })),
  text: requiredText(LONGEST_ENTRY, 'Please say why'),
})
export type Decision = z.output<typeof decisionForm>

const REVISION_WORDS = 'Name the revision that you read'

export const decideProblem = defineCall({
  method: 'POST',
  path: '/problems/:id/decision',
  topics: ['orders', 'audit-log'],
  access: ['admin'],
  summary:
    'An admin decides that nothing, part or all of the money goes back, with a reason for both; refused where an entry or a decision is newer than the `revision` that was read',
  body: z.extend(decisionForm, { revision: z.int(REVISION_WORDS).check(z.gte(1, REVISION_WORDS)) }),
  example: { decision: 'part', amount: '5.00', text: 'The cover was shown whole.', revision: 2 },
  refusals: ['not_found', 'problem_changed', 'order_not_open'],
})

/** A problem in the admin's list, with whose order it is. */
const listedProblem = z.extend(orderProblem, {
  orderId: z.uuid(),
  orderNumber: z.string(),
  title: z.string(),
  /** As it was when it was ordered. */
  book: shownBook,
  buyerName: z.string(),
  sellerName: z.string(),
})
export type ListedProblem = z.output<typeof listedProblem>

/** The first is the usual one. */
export const problemStates = ['open', 'ended'] as const
export type ProblemState = (typeof problemStates)[number]
export const problemSorts = ['oldest', 'newest'] as const
export type ProblemSort = (typeof problemSorts)[number]

export const listProblems = defineCall({
  method: 'GET',
  path: '/problems',
  topics: ['orders'],
  access: ['admin'],
  summary: 'Problems with orders, open ones unless asked otherwise, by when they were opened or ended',
  query: z.object({
    ...pageQuery(problemSorts),
    state: z._default(z.enum(problemStates, 'state is open or ended'), 'open'),
  }),
  answer: z.array(listedProblem),
  paged: true,
})
