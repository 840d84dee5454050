import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'
import { pageQuery } from '#contract/paging.ts'
import { namedAccount } from './people.ts'

/** What an admin, or the operator, may have done. To whom or what says the entry. */
export const AUDITED = [
  'account_closed',
  'account_suspended',
  'account_restored',
  'listing_taken_down',
  'listing_put_back',
  'listing_brought_back',
  'order_refunded',
  'refund_given_by_hand',
  'person_warned',
  'report_dismissed',
  'messages_read',
  'problem_decided',
  'payout_noted',
  'bank_details_read',
  'order_messages_read',
  'category_added',
  'category_changed',
  'category_placed',
  'category_merged',
  'category_removed',
  'setting_changed',
  'page_changed',
  'works_joined',
  'works_parted',
  'works_left_to_rules',
  'wanted_hidden',
  'wanted_shown',
  'admin_appointed',
  'admin_removed',
  'email_unbanned',
  'second_factor_reset',
  'pictures_moved',
  'picture_deleted',
  'mail_tested',
  'identity_provider_changed',
  'email_vouched_for',
  'backup_downloaded',
] as const
export type Audited = (typeof AUDITED)[number]

/**
 * What says more of an act than whom it was done to: choices, numbers, addresses of categories, and what the club says of
 * itself. No contacts and no text of people, because the log is never erased.
 */
const facts = z.object({
  /** One of the choices of that act. */
  reason: z.optional(z.string()),
  /** For how long; of a suspension that has no end none. */
  days: z.optional(z.int()),
  /** The category's address, as it was before. */
  category: z.optional(z.string()),
  /** The one that its books went to. */
  into: z.optional(z.string()),
  /** What was transferred, in minor units. */
  amount: z.optional(z.int()),
  currency: z.optional(z.string()),
  /**
   * What was set, by its name in contract/settings/, and as written from what to what; of a category its places. Of a
   * listing that was brought back, and of a download, `from` is the time of the backup.
   */
  setting: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** The content page, and whose text it shows since: the text itself is in the settings, under its revision. */
  page: z.optional(z.string()),
  source: z.optional(z.string()),
  revision: z.optional(z.int()),
})
export type AuditFacts = z.output<typeof facts>

/** One act. What it names may be gone since; then its name is null. */
const auditEntry = z.extend(facts, {
  id: z.uuid(),
  at: time,
  kind: z.enum(AUDITED),
  /** Null: the operator, by a tool or a start. */
  by: z.nullable(namedAccount),
  account: z.nullable(namedAccount),
  book: z.nullable(z.object({ id: z.uuid(), title: z.nullable(z.string()) })),
  orderId: z.nullable(z.uuid()),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAuditLog = defineCall({
  method: 'GET',
  path: '/audit-log',
  topics: ['audit-log'],
  access: ['admin'],
  summary: 'What admins and the operator did to people and their things, newest first; of one kind, or to one account',
  query: z.object({
    ...pageQuery(['newest']),
    kind: z.optional(z.enum(AUDITED, { error: `kind is one of ${AUDITED.join(', ')}` })),
    account: z.optional(z.uuid('account is the id of an account')),
  }),
  answer: z.array(auditEntry),
  paged: true,
})
