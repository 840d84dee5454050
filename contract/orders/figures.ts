import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'

/** How many weeks the figures go back, the running one included. */
export const FIGURES_WEEKS = 26

/** Money of one currency in a week, in minor units. */
export interface WeeksMoney {
  currency: string
  card: number
  cash: number
  /** Given back, by card or in cash, whenever it was paid. */
  refunded: number
}

/** What happened in one week; weeks begin on Monday, UTC. */
export interface WeekFigures {
  /** When it began. */
  begins: Date
  /** Books that were listed. */
  listings: number
  /** Books that were paid for, and not given back. */
  sales: number
  /** Half of these were sold within so many days of being listed; null where nothing was. */
  daysToSell: number | null
  money: WeeksMoney[]
}

const week = z.codec(
  z.object({
    week: z.string(),
    listings: z.int(),
    sales: z.int(),
    daysToSell: z.nullable(z.number()),
    money: z.array(z.object({ currency: z.string(), card: z.int(), cash: z.int(), refunded: z.int() })),
  }),
  z.custom<WeekFigures>(),
  {
    decode: ({ week: begins, ...rest }) => ({ ...rest, begins: new Date(begins) }),
    encode: ({ begins, ...rest }) => ({ ...rest, week: begins.toISOString() }),
  },
)

export const getFigures = defineCall({
  method: 'GET',
  path: '/figures',
  access: ['admin'],
  summary: `What was listed, sold and paid in each of the last ${FIGURES_WEEKS} weeks, the earliest first; weeks begin on Monday, UTC`,
  answer: z.array(week),
})
