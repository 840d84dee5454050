import * as z from 'zod/mini'
import {
  orderBegins,
  orderLife,
  orderStates,
  type OrderBeginning,
  type OrderState,
  type OrderTransition,
} from './order-life.ts'

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
  fromBefore: z.optional(z.literal(true)),
})
type OrderEventOnTheWire = z.infer<typeof orderEventOnTheWire>

export const orderEventFromWire = ({ time, fromBefore, ...event }: OrderEventOnTheWire): OrderEvent => ({
  ...event,
  at: new Date(time),
  isFromBefore: fromBefore === true,
})

export const orderEventToWire = ({ transition, from, to, who, at, isFromBefore }: OrderEvent): OrderEventOnTheWire => ({
  transition,
  from,
  to,
  who,
  time: at.toISOString(),
  ...(isFromBefore && { fromBefore: true as const }),
})
