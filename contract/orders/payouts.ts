import * as z from 'zod/mini'
import { defineCall, inserted } from '#contract/call.ts'
import { money, time } from '#contract/codecs.ts'
import { payoutWay } from './bank-details.ts'
import { exampleIds } from '#contract/examples.ts'
import { pageQuery } from '#contract/paging.ts'
import { requiredLine } from '#contract/text.ts'

/**
 * What moved a seller's money: it became owed, some of it went back to the buyer (or didn't after all), it was paid out, the
 * buyer's bank kept some of it, or the club its fee (or gave that back, as less was sold in the end).
 */
const statementKinds = ['owed', 'refund_wanted', 'refund_withdrawn', 'payout', 'dispute_borne', 'fee'] as const

/** One movement of what a seller is owed, of one order. */
const statementLine = z.object({
  id: z.uuid(),
  kind: z.enum(statementKinds),
  orderId: z.uuid(),
  orderNumber: z.string(),
  title: z.string(),
  /** Below zero where it lessens what is owed. */
  amount: money,
  at: time,
})
export type StatementLine = z.output<typeof statementLine>

/** In minor units, for each currency. */
const statementTotal = z.object({
  currency: z.string(),
  /** Owed now; below zero where more went back than is owed. */
  owed: z.int(),
  /** What of that waits, because a buyer's bank disputes the payment. */
  waiting: z.int(),
  paidOut: z.int(),
  /** Paid by buyers whose orders aren't done yet; the club's fee isn't taken off yet. */
  kept: z.int(),
  /** Kept by the club as its fee. */
  fees: z.int(),
})
export type StatementTotal = z.output<typeof statementTotal>

export const listMyStatement = defineCall({
  method: 'GET',
  path: '/my-statement',
  topics: ['payouts'],
  access: ['seller'],
  summary: 'What moved the money that the club owes the seller, newest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(statementLine),
  paged: true,
})

export const getMyStatementTotals = defineCall({
  method: 'GET',
  path: '/my-statement/totals',
  topics: ['payouts'],
  access: ['seller'],
  summary:
    'What the club owes the seller, paid out, keeps until orders are done, and kept as its fee, in minor units per currency',
  answer: z.array(statementTotal),
})

/** A seller to whom the club owes something, in one currency. */
const owedSeller = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Empty where the account is closed. */
  email: z.string(),
  /** To be transferred, without what waits. */
  amount: money,
  /** What went back to buyers after it was transferred, and is taken off already; in minor units. */
  less: z.int(),
  /** Whether the payout provider transfers it by itself. */
  isByProvider: z.boolean(),
  /** Where it goes, as the seller said, and since when. */
  way: payoutWay,
  waySince: z.nullable(time),
})
export type OwedSeller = z.output<typeof owedSeller>

export const listOwed = defineCall({
  method: 'GET',
  path: '/payouts/owed',
  topics: ['payouts'],
  access: ['admin'],
  summary: 'Whom the club owes what for orders that are done, most first; of one seller where one is named',
  query: z.object({ ...pageQuery(['most']), seller: z.optional(z.uuid('seller is the id of an account')) }),
  answer: z.array(owedSeller),
  paged: true,
})

/** Money of an order that isn't transferred with the rest, and why. */
const waitingMoney = z.object({
  /** Of the order. */
  id: z.uuid(),
  title: z.string(),
  sellerId: z.uuid(),
  name: z.string(),
  /** Below zero where the seller owes it to the club. */
  amount: money,
  /**
   * `asked`, `disputed`: by the buyer's bank. `gone_back`: after the transfer it went back to the buyer, by a refund or
   * a chargeback. `under_way`: the payout provider was asked, and hasn't answered. It can't transfer: `not_ready`, to
   * this seller; `balance`, the club's is too small; `returned`, it came back; `too_small`, the amount is; `refused`.
   */
  why: z.enum([
    'asked',
    'disputed',
    'gone_back',
    'under_way',
    'not_ready',
    'balance',
    'returned',
    'too_small',
    'refused',
  ]),
  /** The payout provider's own words; null where it gave none. */
  reason: z.nullable(z.string()),
  since: time,
  /** When the club has to have answered the buyer's bank; null where it can't, or has nothing to answer. */
  respondBy: z.nullable(time),
})
export type WaitingMoney = z.output<typeof waitingMoney>

export const listWaiting = defineCall({
  method: 'GET',
  path: '/payouts/waiting',
  topics: ['payouts', 'orders'],
  access: ['admin'],
  summary:
    'What is owed to sellers and waits, for a bank’s decision or the payout provider, and what sellers owe the club, newest first; of one seller where one is named',
  query: z.object({ ...pageQuery(['newest']), seller: z.optional(z.uuid('seller is the id of an account')) }),
  answer: z.array(waitingMoney),
  paged: true,
})

/** Money that was transferred. */
const payout = z.object({
  id: z.uuid(),
  sellerId: z.uuid(),
  name: z.string(),
  amount: money,
  reference: z.string(),
  at: time,
  /** Whether the payout provider transferred it; else an admin did, and noted it. */
  isByProvider: z.boolean(),
  /** What of it was taken back since, in minor units. */
  reversed: z.int(),
})
export type Payout = z.output<typeof payout>

export const listPayouts = defineCall({
  method: 'GET',
  path: '/payouts',
  topics: ['payouts'],
  access: ['admin'],
  summary: 'What was transferred to sellers, newest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(payout),
  paged: true,
})

const KEY_WORDS = 'A key has 8 to 64 letters and digits'

/** What an admin types about a transfer. */
export const payoutForm = z.object({ reference: requiredLine(100, 'Please fill in the transfer’s reference') })

export const markPaidOut = defineCall({
  method: 'POST',
  path: '/payouts',
  topics: ['payouts', 'audit-log'],
  access: ['admin'],
  summary:
    'Notes that all that is owed to a seller in a currency was transferred; refused unless that is the amount named; noted again with the same key, nothing changes',
  body: z.object({
    ...payoutForm.shape,
    sellerId: z.uuid('Say which seller, by id'),
    // As it was shown.
    amount: z.object(
      {
        minor: z.int('A whole number of minor units').check(z.gte(1, 'At least 1')),
        currency: z.string({ error: 'Three letters' }).check(z.regex(/^[A-Z]{3}$/, 'Three letters')),
      },
      'Name the amount: minor units and their currency',
    ),
    key: z.string({ error: KEY_WORDS }).check(z.regex(/^[\w-]{8,64}$/, KEY_WORDS)),
  }),
  example: {
    sellerId: exampleIds.account,
    amount: { minor: 1250, currency: 'USD' },
    reference: 'Transfer 2026-11',
    key: 'one-press',
  },
  answer: inserted,
  refusals: ['not_found', 'owed_changed'],
})
