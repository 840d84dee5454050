import * as z from 'zod/mini'
import { defineCall, inserted } from '#contract/call.ts'
import { pageQuery } from '#contract/paging.ts'
import { requiredLine } from '#contract/text.ts'

/** What moved a seller's money: it became owed, some of it went back to the buyer (or didn't after all), or it was paid out. */
const statementKinds = ['owed', 'refund_wanted', 'refund_withdrawn', 'payout'] as const

/** One movement of what a seller is owed, of one order. */
export interface StatementLine {
  id: string
  kind: (typeof statementKinds)[number]
  orderId: string
  title: string
  /** In minor units; below zero where it lessens what is owed. */
  amount: number
  currency: string
  at: Date
}

const statementLine = z.codec(
  z.object({
    _id: z.uuid(),
    kind: z.enum(statementKinds),
    orderId: z.uuid(),
    book_name: z.string(),
    amount: z.int(),
    currency: z.string(),
    time: z.string(),
  }),
  z.custom<StatementLine>(),
  {
    decode: ({ _id, book_name, time, ...rest }) => ({ id: _id, title: book_name, at: new Date(time), ...rest }),
    encode: ({ id, title, at, kind, orderId, amount, currency }) => ({
      _id: id,
      kind,
      orderId,
      book_name: title,
      amount,
      currency,
      time: at.toISOString(),
    }),
  },
)

/** In minor units, for each currency. */
export interface StatementTotal {
  currency: string
  /** Owed now; below zero where more went back than is owed. */
  owed: number
  paidOut: number
  /** Paid by buyers whose orders aren't done yet. */
  kept: number
}

export const listMyStatement = defineCall({
  method: 'GET',
  path: '/my-statement',
  access: ['seller'],
  summary: 'What moved the money that the club owes the seller, newest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(statementLine),
  paged: true,
})

export const getMyStatementTotals = defineCall({
  method: 'GET',
  path: '/my-statement/totals',
  access: ['seller'],
  summary: 'What the club owes the seller, paid out, and keeps until orders are done, in minor units per currency',
  answer: z.array(z.object({ currency: z.string(), owed: z.int(), paidOut: z.int(), kept: z.int() })),
})

/** A seller to whom the club owes something, in one currency. */
export interface OwedSeller {
  id: string
  name: string
  /** Empty where the account is closed. */
  email: string
  amount: number
  currency: string
}

export const listOwed = defineCall({
  method: 'GET',
  path: '/payouts/owed',
  access: ['admin'],
  summary: 'Whom the club owes what for orders that are done, most first; of one seller where one is named',
  query: z.object({ ...pageQuery(['most']), seller: z.optional(z.uuid('seller is the id of an account')) }),
  answer: z.array(
    z.codec(
      z.object({ _id: z.uuid(), name: z.string(), email: z.string(), amount: z.int(), currency: z.string() }),
      z.custom<OwedSeller>(),
      {
        decode: ({ _id, ...rest }) => ({ id: _id, ...rest }),
        encode: ({ id, name, email, amount, currency }) => ({ _id: id, name, email, amount, currency }),
      },
    ),
  ),
  paged: true,
})

/** Money that was transferred. */
export interface Payout {
  id: string
  sellerId: string
  name: string
  amount: number
  currency: string
  reference: string
  at: Date
}

export const listPayouts = defineCall({
  method: 'GET',
  path: '/payouts',
  access: ['admin'],
  summary: 'What was transferred to sellers, newest first',
  query: z.object(pageQuery(['newest'])),
  answer: z.array(
    z.codec(
      z.object({
        _id: z.uuid(),
        sellerId: z.uuid(),
        name: z.string(),
        amount: z.int(),
        currency: z.string(),
        reference: z.string(),
        time: z.string(),
      }),
      z.custom<Payout>(),
      {
        decode: ({ _id, time, ...rest }) => ({ id: _id, at: new Date(time), ...rest }),
        encode: ({ id, at, sellerId, name, amount, currency, reference }) => ({
          _id: id,
          sellerId,
          name,
          amount,
          currency,
          reference,
          time: at.toISOString(),
        }),
      },
    ),
  ),
  paged: true,
})

const KEY_WORDS = 'A key has 8 to 64 letters and digits'

/** What an admin types about a transfer. */
export const payoutForm = z.object({ reference: requiredLine(100, 'Please fill in the transfer’s reference') })

export const markPaidOut = defineCall({
  method: 'POST',
  path: '/payouts',
  access: ['admin'],
  summary:
    'Notes that all that is owed to a seller in a currency was transferred; refused unless that is the amount named; noted again with the same key, nothing changes',
  body: z.object({
    ...payoutForm.shape,
    sellerId: z.uuid('Say which seller, by id'),
    currency: z.string({ error: 'Three letters' }).check(z.regex(/^[A-Z]{3}$/, 'Three letters')),
    // In minor units, as it was shown.
    amount: z.int('A whole number of minor units').check(z.gte(1, 'At least 1')),
    key: z.string({ error: KEY_WORDS }).check(z.regex(/^[\w-]{8,64}$/, KEY_WORDS)),
  }),
  answer: inserted,
  refusals: ['not_found', 'owed_changed'],
})
