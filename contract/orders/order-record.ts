import * as z from 'zod/mini'
import { defineCall, idParams } from '#contract/call.ts'
import { orderPerson, personFromWire, personToWire, type OrderPerson } from './all-orders.ts'

/** Where an order's money can be; server/orders/ledger/movements.rules.ts says what each one is. */
export const ledgerAccounts = ['buyer', 'club', 'seller', 'paid_out', 'cash', 'refunds', 'provider'] as const
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
] as const
export type MovementKind = (typeof movementKinds)[number]

/** Who of the club did a step, by the step and its moment. */
export interface AdminsAct {
  transition: string
  at: Date
  /** Null once that account is closed. */
  by: string | null
}

/** An amount that went from one of the ledger's accounts to another, in minor units. */
export interface Movement {
  id: string
  kind: MovementKind
  from: LedgerAccount
  to: LedgerAccount
  amount: number
  currency: string
  at: Date
}

/** What only admins see of an order. */
export interface OrderRecord {
  buyer: OrderPerson
  seller: OrderPerson
  cardLastFour: string | null
  acts: AdminsAct[]
  /** First things first. */
  movements: Movement[]
  /** Who of the club read what the two wrote in a problem, the latest first. */
  readings: { by: string | null; at: Date }[]
}

const orderRecord = z.codec(
  z.object({
    buyer: orderPerson,
    seller: orderPerson,
    cardLastFour: z.nullable(z.string()),
    acts: z.array(z.object({ transition: z.string(), time: z.string(), by: z.nullable(z.string()) })),
    movements: z.array(
      z.object({
        _id: z.uuid(),
        kind: z.enum(movementKinds),
        from: z.enum(ledgerAccounts),
        to: z.enum(ledgerAccounts),
        amount: z.int(),
        currency: z.string(),
        time: z.string(),
      }),
    ),
    readings: z.array(z.object({ by: z.nullable(z.string()), time: z.string() })),
  }),
  z.custom<OrderRecord>(),
  {
    decode: ({ buyer, seller, cardLastFour, acts, movements, readings }) => ({
      buyer: personFromWire(buyer),
      seller: personFromWire(seller),
      cardLastFour,
      acts: acts.map(({ time, ...act }) => ({ ...act, at: new Date(time) })),
      movements: movements.map(({ _id, time, ...rest }) => ({ ...rest, id: _id, at: new Date(time) })),
      readings: readings.map(({ by, time }) => ({ by, at: new Date(time) })),
    }),
    encode: ({ buyer, seller, cardLastFour, acts, movements, readings }) => ({
      buyer: personToWire(buyer),
      seller: personToWire(seller),
      cardLastFour,
      acts: acts.map(({ at, ...act }) => ({ ...act, time: at.toISOString() })),
      movements: movements.map(({ id, at, ...rest }) => ({ ...rest, _id: id, time: at.toISOString() })),
      readings: readings.map(({ by, at }) => ({ by, time: at.toISOString() })),
    }),
  },
)

export const getOrderRecord = defineCall({
  method: 'GET',
  path: '/orders/:id/record',
  access: ['admin'],
  summary:
    'What only admins see of an order: the two accounts, who of the club acted, each movement of its money, and who read what was written in its problems',
  params: idParams,
  answer: orderRecord,
  refusals: ['not_found'],
})
