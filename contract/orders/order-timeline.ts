import * as z from 'zod/mini'
import { time } from '#contract/codecs.ts'
import { releaseReason, releaseReasons } from './hand-over.ts'
import { refundReason, refundReasons } from './refunds.ts'
import { orderBegins, orderLife, orderStates, type OrderBeginning, type OrderTransition } from './order-life.ts'

/** Who may have done a step, as both sides of an order call it. The club is an admin, or the server by itself. */
const actors = ['buyer', 'seller', 'club', 'time', 'card provider'] as const
export type OrderActor = (typeof actors)[number]

const transitions = [...Object.keys(orderBegins), ...Object.values(orderLife).flatMap((steps) => Object.keys(steps))]

/** One step of an order's life. */
export const orderEvent = z.object({
  transition: z.nullable(z.enum([...new Set(transitions)] as [OrderBeginning | OrderTransition])),
  /** Null where the order was opened. */
  from: z.nullable(z.enum(orderStates)),
  to: z.enum(orderStates),
  who: z.nullable(z.enum(actors)),
  at: time,
  /** Why the seller let the buyer go, or money went back; null of other steps. */
  reason: z.nullable(z.union([releaseReason, refundReason])),
  /** From before such steps were written down: what is null isn't known, and steps in between may be missing. */
  isFromBefore: z.boolean(),
})
export type OrderEvent = z.output<typeof orderEvent>

/** A reason that stands in an event, in words. */
export const reasonWords: Record<NonNullable<OrderEvent['reason']>, string> = { ...releaseReasons, ...refundReasons }
