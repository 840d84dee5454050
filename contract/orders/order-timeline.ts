import * as z from 'zod/mini'
import { releaseReason, releaseReasons, type ReleaseReason } from './hand-over.ts'
import { refundReason, refundReasons, type RefundReason } from './refunds.ts'
import {
  orderBegins,
  orderLife,
  orderStates,
  type OrderBeginning,
  type OrderState,
  type OrderTransition,
} from './order-life.ts'

/** A reason that stands in an event, in words. */
export const reasonWords: Record<NonNullable<OrderEvent['reason']>, string> = { ...releaseReasons, ...refundReasons }

/** Who may have done a step, as both sides of an order call it. The club is an admin, or the server by itself. */
const actors = ['buyer', 'seller', 'club', 'time', 'card provider'] as const
export type OrderActor = (typeof actors)[number]

/** One step of an order's life. */
export interface OrderEvent {
  transition: OrderBeginning | OrderTransition | null
  /** Null where the order was opened. */
  from: OrderState | null
  to: OrderState
  who: OrderActor | null
  at: Date
  /** Of who let the buyer go, or gave the money back. */
  reason?: ReleaseReason | RefundReason
  /** From before such steps were written down: what is null isn't known, and steps in between may be missing. */
  isFromBefore: boolean
}

const transitions = [...Object.keys(orderBegins), ...Object.values(orderLife).flatMap((steps) => Object.keys(steps))]

export const orderEventOnTheWire = z.object({
  transition: z.nullable(z.enum([...new Set(transitions)] as [OrderBeginning | OrderTransition])),
  from: z.nullable(z.enum(orderStates)),
  to: z.enum(orderStates),
  who: z.nullable(z.enum(actors)),
  time: z.string(),
  reason: z.optional(z.union([releaseReason, refundReason])),
  fromBefore: z.optional(z.literal(true)),
})
type OrderEventOnTheWire = z.infer<typeof orderEventOnTheWire>

export const orderEventFromWire = ({ time, reason, fromBefore, ...event }: OrderEventOnTheWire): OrderEvent => ({
  ...event,
  ...(reason && { reason }),
  at: new Date(time),
  isFromBefore: fromBefore === true,
})

export const orderEventToWire = ({
  transition,
  from,
  to,
  who,
  at,
  reason,
  isFromBefore,
}: OrderEvent): OrderEventOnTheWire => ({
  transition,
  from,
  to,
  who,
  time: at.toISOString(),
  ...(reason && { reason }),
  ...(isFromBefore && { fromBefore: true as const }),
})
