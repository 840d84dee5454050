import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'

/** What an admin, or the operator, may have done. To whom or what says the entry. */
export const AUDITED = [
  'account_closed',
  'account_suspended',
  'account_restored',
  'listing_taken_down',
  'listing_put_back',
  'order_refunded',
  'refund_given_by_hand',
  'person_warned',
  'report_dismissed',
  'messages_read',
  'problem_decided',
  'payout_noted',
  'order_messages_read',
  'category_added',
  'category_changed',
  'category_placed',
  'category_merged',
  'category_removed',
  'setting_changed',
  'page_changed',
  'wanted_hidden',
  'wanted_shown',
  'admin_appointed',
  'admin_removed',
  'email_unbanned',
] as const
export type Audited = (typeof AUDITED)[number]

/** One act. What it names may be gone since; then its name is null. */
export interface AuditEntry {
  id: string
  at: Date
  kind: Audited
  /** Null: the operator, by npm run admin. */
  by: { id: string; name: string | null } | null
  account?: { id: string; name: string | null }
  book?: { id: string; title: string | null }
  orderId?: string
  /** One of the choices of that act. */
  reason?: string
  /** For how long; of a suspension that has no end none. */
  days?: number
  /** The category's address, as it was before. */
  category?: string
  /** The one that its books went to. */
  into?: string
  /** What was transferred, in minor units. */
  amount?: number
  currency?: string
  /** What was set, by its name in contract/settings/, and as written from what to what; of a category its places. */
  setting?: string
  from?: string
  to?: string
  /** The content page, and whose text it shows since: the text itself is in the settings, under its revision. */
  page?: string
  source?: string
  revision?: number
}

/** What says more of an act than whom it was done to. */
export type AuditFacts = Omit<AuditEntry, 'id' | 'at' | 'by' | 'account' | 'book' | 'orderId'>

const named = z.object({ _id: z.uuid(), name: z.nullable(z.string()) })
const entryOnTheWire = z.object({
  _id: z.uuid(),
  time: z.string(),
  kind: z.enum(AUDITED),
  by: z.nullable(named),
  account: z.optional(named),
  book: z.optional(z.object({ _id: z.uuid(), book_name: z.nullable(z.string()) })),
  orderInfoId: z.optional(z.uuid()),
  reason: z.optional(z.string()),
  days: z.optional(z.int()),
  category: z.optional(z.string()),
  into: z.optional(z.string()),
  amount: z.optional(z.int()),
  currency: z.optional(z.string()),
  setting: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  page: z.optional(z.string()),
  source: z.optional(z.string()),
  revision: z.optional(z.int()),
})

const personFromWire = ({ _id, name }: z.infer<typeof named>) => ({ id: _id, name })
const personToWire = ({ id, name }: { id: string; name: string | null }) => ({ _id: id, name })

const auditEntry = z.codec(entryOnTheWire, z.custom<AuditEntry>(), {
  decode: ({ _id, time, by, account, book, orderInfoId, ...facts }) => ({
    // Decoding leaves out what isn't there.
    ...(facts as AuditFacts),
    id: _id,
    at: new Date(time),
    by: by && personFromWire(by),
    ...(account && { account: personFromWire(account) }),
    ...(book && { book: { id: book._id, title: book.book_name } }),
    ...(orderInfoId !== undefined && { orderId: orderInfoId }),
  }),
  encode: ({ id, at, by, account, book, orderId, ...rest }) => ({
    ...rest,
    _id: id,
    time: at.toISOString(),
    by: by && personToWire(by),
    ...(account && { account: personToWire(account) }),
    ...(book && { book: { _id: book.id, book_name: book.title } }),
    ...(orderId !== undefined && { orderInfoId: orderId }),
  }),
})

export const listAuditLog = defineCall({
  method: 'GET',
  path: '/audit-log',
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
