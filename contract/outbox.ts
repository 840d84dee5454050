import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { time } from './codecs.ts'

const outboxMail = z.object({
  id: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  /** Path of its HTML, for a frame; null for an email of a version without. */
  page: z.nullable(z.string()),
  sentAt: time,
})
export type OutboxMail = z.infer<typeof outboxMail>

export const listOutbox = defineCall({
  method: 'GET',
  path: '/outbox',
  access: 'anyone',
  summary:
    'The demo’s emails, newest first; there only in a demo at an address of this machine, and only for its own browsers',
  answer: z.array(outboxMail),
  refusals: ['not_found'],
})
