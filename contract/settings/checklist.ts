import * as z from 'zod/mini'

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
  'second_step',
  'live',
  'public_address',
  'mail_server',
  'cards',
  'backups',
] as const
export type ChecklistItem = (typeof CHECKLIST)[number]

export const checklistEntry = z.object({
  item: z.enum(CHECKLIST),
  done: z.boolean(),
  /** It was done once, and fails. */
  failed: z.boolean(),
})
export type ChecklistEntry = z.infer<typeof checklistEntry>
