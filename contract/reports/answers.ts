import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { requiredText } from '#contract/text.ts'
import { decision, REPORT_KINDS } from './reports.ts'

/** For how many days who was decided about may answer. */
export const ANSWER_DAYS = 30

const token = z.string('Name the link’s token').check(z.maxLength(300, 'That’s no token of ours'))

const decisionAbout = z.object({
  kind: z.enum(REPORT_KINDS),
  /** Of the book that it is about; empty of a person. */
  title: z.string(),
  decision,
  note: z.string(),
  until: time,
  /** Null until the person has answered. */
  answer: z.nullable(z.string()),
})
export type DecisionAbout = z.infer<typeof decisionAbout>

export const lookAtDecision = defineCall({
  method: 'POST',
  path: '/decisions/look',
  access: 'anyone',
  summary: 'What was decided, for who has the link of the email about it: it takes no sign-in, which may be suspended',
  body: z.object({ token }),
  example: { token: 'of.the.link' },
  answer: decisionAbout,
  limit: { counts: 'reads' },
  refusals: ['not_found'],
})

export const answerDecision = defineCall({
  method: 'POST',
  path: '/decisions/answer',
  access: 'anyone',
  summary: 'What the person who was decided about says to it, once, by the link of the email',
  body: z.object({ token, words: requiredText(2000, 'Please write your answer') }),
  example: { token: 'of.the.link', words: 'It is my own drawing.' },
  refusals: ['not_found', 'case_changed'],
})
