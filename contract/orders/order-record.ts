import * as z from 'zod/mini'
import { namedAccount } from '#contract/accounts/people.ts'
import { defineCall } from '#contract/call.ts'
import { money, time } from '#contract/codecs.ts'

/** Where an order's money can be; server/orders/ledger/movements.rules.ts says what each one is. */
export const ledgerAccounts = [
  'buyer',
  'club',
  'seller',
  'paid_out',
  'cash',
  'refunds',
  'provider',
  'disputed',
  'fee',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]
/** What moves it. */
export const movementKinds = [
  'card_payment',
  'cash_payment',
  'provider_cost',
  'refund_wanted',
  'refund_made',
  'refund_withdrawn',
  'refund_failed',
  'refund_by_hand',
  'cash_refund',
  'owed',
  'payout',
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_lost',
  'dispute_borne',
  'dispute_cost',
  'fee',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** Who of the club did a step, by the step and its moment. */
const adminsAct = z.object({
  transition: z.string(),
  at: time,
  /** Null once that account is closed. */
  by: z.nullable(z.string()),
})
export type AdminsAct = z.output<typeof adminsAct>

/** An amount that went from one of the ledger's accounts to another. */
const movement = z.object({
  id: z.uuid(),
  kind: z.enum(movementKinds),
  from: z.enum(ledgerAccounts),
  to: z.enum(ledgerAccounts),
  amount: money,
  at: time,
})
export type Movement = z.output<typeof movement>

/** What only admins see of an order. */
const orderRecord = z.object({
  buyer: namedAccount,
  seller: namedAccount,
  cardLastFour: z.nullable(z.string()),
  acts: z.array(adminsAct),
  /** First things first. */
  movements: z.array(movement),
  /** Who of the club read what the two wrote in a problem, the latest first. */
  readings: z.array(z.object({ by: z.nullable(z.string()), at: time })),
})
export type OrderRecord = z.output<typeof orderRecord>

export const getOrderRecord = defineCall({
  method: 'GET',
  path: '/orders/:id/record',
  topics: ['orders'],
  access: ['admin'],
  summary:
    'What only admins see of an order: the two accounts, who of the club acted, each movement of its money, and who read what was written in its problems',
  answer: orderRecord,
  refusals: ['not_found'],
})
