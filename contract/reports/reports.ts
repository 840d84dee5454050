import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { time } from '#contract/codecs.ts'
import { namedAccount } from '#contract/accounts/people.ts'
import { suspensionDays } from '#contract/accounts/suspensions.ts'
import { pageQuery } from '#contract/paging.ts'
import { requiredText } from '#contract/text.ts'

/** What can be reported. */
/** `copy`: a listing that is shown as another copy of a book, and isn't. */
export const REPORT_KINDS = ['book', 'person', 'message', 'copy'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const reportReasons = {
  misleading: 'Misleading or not as described',
  forbidden: 'It isn’t allowed to be sold',
  copied: 'Someone else’s pictures or text',
  offensive: 'Offensive or harmful',
  fraud: 'It looks like fraud',
  not_same: 'It isn’t the same book',
  other: 'Something else',
} as const satisfies Record<string, string>
export type ReportReason = keyof typeof reportReasons
const reportReason = z.enum(Object.keys(reportReasons) as [ReportReason], 'Choose a reason')

/** Reports that one account may make within 24 hours. */
export const MOST_REPORTS_A_DAY = 20

export const makeReport = defineCall({
  method: 'POST',
  path: '/reports',
  topics: ['reports'],
  access: 'member',
  summary:
    'Reports a book, a person or a message that the caller received to the admins; the same thing again changes nothing',
  body: z.object({
    kind: z.enum(REPORT_KINDS, { error: `kind is one of ${REPORT_KINDS.join(', ')}` }),
    target: z.uuid('That is not an id of ours'),
    /** Of a copy: the book that it is shown as a copy of. */
    of: z.optional(z.uuid('That is not an id of ours')),
    reason: reportReason,
    words: requiredText(2000, 'Please tell us what is wrong'),
  }),
  example: { kind: 'book', target: exampleIds.book, reason: 'other', words: 'The photo is of another book.' },
  refusals: ['not_found'],
  limit: { ofAccountADay: MOST_REPORTS_A_DAY },
})

export const decisions = {
  dismiss: 'Nothing to do',
  warn: 'Warn them',
  part: 'Show them as different books',
  take_down: 'Take the listing down',
  suspend: 'Suspend them',
  close: 'Close the account',
} as const satisfies Record<string, string>
export type Decision = keyof typeof decisions
/** The same once it is done. */
export const decidedWords = {
  dismiss: 'Nothing was done',
  warn: 'Warned',
  part: 'Shown as different books',
  take_down: 'Listing taken down',
  suspend: 'Suspended',
  close: 'Account closed',
} as const satisfies Record<Decision, string>
/** What can be decided of each kind. */
export const decisionsOf = (kind: ReportKind): Decision[] =>
  kind === 'copy'
    ? ['part', 'dismiss']
    : (Object.keys(decisions) as Decision[]).filter((one) => one !== 'part' && (one !== 'take_down' || kind === 'book'))
export const decision = z.enum(Object.keys(decisions) as [Decision], 'Choose a decision')

export const CASE_STATES = ['open', 'decided'] as const

export const reportCase = z.object({
  id: z.uuid(),
  kind: z.enum(REPORT_KINDS),
  targetId: z.uuid(),
  about: namedAccount,
  /** The book's title as it was reported, or of the book that a message is about; empty of a person. */
  title: z.string(),
  description: z.string(),
  /** Of a copy: the book that it was shown as a copy of. */
  of: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  openedAt: time,
  /** How many reports there are: a decision names it. */
  reports: z.int(),
  decided: z.nullable(
    z.object({
      at: time,
      by: z.nullable(z.string()),
      decision,
      note: z.string(),
      answer: z.nullable(z.string()),
    }),
  ),
})
export type ReportCase = z.output<typeof reportCase>

export const listCases = defineCall({
  method: 'GET',
  path: '/report-cases',
  topics: ['reports'],
  access: ['admin'],
  summary: 'What was reported: open cases, those that wait longest first, or decided ones, the latest first',
  query: z.object({
    ...pageQuery(['newest']),
    state: z._default(z.enum(CASE_STATES, { error: 'state is open or decided' }), 'open'),
  }),
  answer: z.array(reportCase),
  paged: true,
})

/** One report of a case. */
const caseReport = z.object({ reporter: namedAccount, reason: reportReason, words: z.string(), at: time })
export type CaseReport = z.output<typeof caseReport>

/** A message as it was when it, or one beside it, was reported. */
const reportedMessage = z.object({
  isReported: z.boolean(),
  /** By whom the case is about; else by the other side. */
  isByAbout: z.boolean(),
  /** Null where its writer's account is closed. */
  text: z.nullable(z.string()),
  at: time,
})
export type ReportedMessage = z.output<typeof reportedMessage>

const wholeCase = z.extend(reportCase, {
  list: z.array(caseReport),
  /** What was written around a reported message; null where nothing of a conversation was reported. */
  messages: z.nullable(z.array(reportedMessage)),
})
export type WholeCase = z.output<typeof wholeCase>

export const getCase = defineCall({
  method: 'GET',
  path: '/report-cases/:id',
  topics: ['reports'],
  access: ['admin'],
  summary: 'One case with its reports; that an admin reads what members wrote to each other is noted in the audit log',
  answer: wholeCase,
  refusals: ['not_found'],
})

const SEEN_MESSAGE = 'seen is the number of reports that GET /report-cases/{id} answers'
export const decideCase = defineCall({
  method: 'POST',
  path: '/report-cases/:id/decide',
  topics: ['reports', 'people', 'books', 'same-books', 'audit-log'],
  access: ['admin'],
  summary: 'Decides a case, with a reason that both sides get: unless another admin did, or more was reported since',
  body: z.object({
    seen: z.codec(z.string(SEEN_MESSAGE).check(z.regex(/^[1-9]\d{0,8}$/, SEEN_MESSAGE)), z.int(), {
      decode: Number,
      encode: String,
    }),
    decision,
    days: z._default(suspensionDays, null),
    note: requiredText(1000, 'Please say why. Both sides read it.'),
  }),
  example: { seen: '1', decision: 'suspend', days: '7', note: 'The photo isn’t of this copy.' },
  refusals: [
    'not_found',
    'case_changed',
    'account_protected',
    'suspended_already',
    'taken_down_already',
    'listings_alike',
  ],
})
