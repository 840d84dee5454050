import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'

/** How many weeks the figures go back, the running one included. */
export const FIGURES_WEEKS = 26

/** Money of one currency in a week, in minor units. */
const weeksMoney = z.object({
  currency: z.string(),
  card: z.int(),
  cash: z.int(),
  /** Given back, by card or in cash, whenever it was paid. */
  refunded: z.int(),
  /** Earned by the club: fees taken, less those given back. */
  fees: z.int(),
})
export type WeeksMoney = z.output<typeof weeksMoney>

/** What happened in one week; weeks begin on Monday, UTC. */
const weekFigures = z.object({
  begins: time,
  /** Books that were listed. */
  listings: z.int(),
  /** Books that were paid for, and not given back. */
  sales: z.int(),
  /** Half of these were sold within so many days of being listed; null where nothing was. */
  daysToSell: z.nullable(z.number()),
  money: z.array(weeksMoney),
})
export type WeekFigures = z.output<typeof weekFigures>

export const getFigures = defineCall({
  method: 'GET',
  path: '/figures',
  access: ['admin'],
  summary: `What was listed, sold and paid in each of the last ${FIGURES_WEEKS} weeks, the earliest first; weeks begin on Monday, UTC`,
  answer: z.array(weekFigures),
})
