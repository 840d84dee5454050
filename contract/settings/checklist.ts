import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** What a club has to fill in before it is one, in the order of doing it. */
export const CHECKLIST = [
  'name',
  'contact',
  'imprint',
  'terms',
  'privacy',
  'payout_words',
  'category_pictures',
  'second_admin',
  'live',
  'public_address',
  'mail_server',
  'cards',
  'backups',
] as const
export type ChecklistItem = (typeof CHECKLIST)[number]

const entry = z.object({
  item: z.enum(CHECKLIST),
  done: z.boolean(),
  /** It was done once, and fails. */
  failed: z.boolean(),
})
export type ChecklistEntry = z.infer<typeof entry>

export const getChecklist = defineCall({
  method: 'GET',
  path: '/checklist',
  topics: ['settings'],
  access: ['admin'],
  summary: 'What the club still has to fill in, and what is done',
  answer: z.array(entry),
})
