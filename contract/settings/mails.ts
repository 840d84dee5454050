import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { mailGroupNames } from '#contract/accounts/mail-choices.ts'

/** One form of an email, written with an example's facts. */
const listedMail = z.object({
  /** By which its readers can turn it off; null where it always comes. */
  group: z.nullable(z.enum(mailGroupNames)),
  /** Who gets it, and when. */
  to: z.string(),
  when: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Path of its HTML, for a frame; `?scheme=dark` shows it as dark. */
  page: z.string(),
})
export type ListedMail = z.output<typeof listedMail>

export const listMails = defineCall({
  method: 'GET',
  path: '/emails',
  topics: ['settings'],
  access: ['admin'],
  summary: 'Every email of the shop as its readers get it, with an example’s facts',
  answer: z.array(listedMail),
})

/** Each is an email that leaves the shop. */
export const TEST_MAILS_A_DAY = 20

const sent = z.object({
  to: z.string(),
  /** The mail server took it, or it is in the outbox. */
  isTaken: z.boolean(),
  /** The server's own words; null where the outbox has it. */
  said: z.nullable(z.string()),
  /** What to do; empty where it was taken. */
  advice: z.string(),
})
export type SentTestMail = z.output<typeof sent>

export const sendTestMail = defineCall({
  method: 'POST',
  path: '/emails/test',
  topics: ['audit-log'],
  access: ['admin'],
  summary: 'Sends a test email to one’s own address at once, and answers with the mail server’s own words',
  answer: sent,
  limit: { ofAccountADay: TEST_MAILS_A_DAY },
  refusals: ['too_many_requests'],
})
