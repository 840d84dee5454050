import { MOST_AT_ONCE, MOST_CHANGED_AT_ONCE } from '#contract/books/change-of-price.ts'
import type { BookToChange, ManyChange, ManyChanged, NewPrice } from '#contract/books/many-books.ts'
import type { MyBookFilter } from '#contract/books/my-book-calls.ts'
import { inverse } from './many-acts.ts'

export type LongChange = ManyChange | 'price'

/** A book of a change, with its prices where these are changed. */
export interface LongBook {
  book: string
  price?: { from: string; to: string }
}

/** How many books stay as they are, by reason. */
export type Stays = Readonly<Record<string, number>>

/** What a change of a whole list has come to. Called again after a failure, it goes on where it was. */
export interface LongAct {
  change: LongChange
  /** Books of the list, for the progress. */
  count: number
  /** Where to read on; null where no more is to be read. */
  from: { change: ManyChange; filter: MyBookFilter; cursor: string | undefined } | null
  /** Read, and not yet known to be changed: sent again after a lost answer, so that nothing is missed. */
  waiting: readonly LongBook[]
  changed: readonly LongBook[]
  skipped: Stays
}

export interface LongCalls {
  read: (
    change: ManyChange,
    filter: MyBookFilter,
    cursor: string | undefined,
  ) => Promise<{ items: BookToChange[]; next: string | null }>
  write: (change: LongChange, books: readonly LongBook[]) => Promise<ManyChanged>
}

export const longAct = (change: ManyChange, filter: MyBookFilter, count: number): LongAct => ({
  change,
  count,
  from: { change, filter, cursor: undefined },
  waiting: [],
  changed: [],
  skipped: {},
})

/** New prices as they were previewed, beside what stays. */
export function repricing(prices: readonly NewPrice[], stays: Stays): LongAct {
  const waiting = prices.map(({ book, from, to }) => ({ book, price: { from, to } }))
  return { change: 'price', count: waiting.length + sumOf(stays), from: null, waiting, changed: [], skipped: stays }
}

/** The inverse, for the books that were changed. */
export const takingBack = (change: LongChange, changed: readonly LongBook[]): LongAct => ({
  change: change === 'price' ? change : inverse[change],
  count: changed.length,
  from: null,
  waiting: changed.map(({ book, price }) => (price ? { book, price: { from: price.to, to: price.from } } : { book })),
  changed: [],
  skipped: {},
})

export const sumOf = (stays: Stays): number => Object.values(stays).reduce((sum, some) => sum + some, 0)

export const isDone = ({ from, waiting }: LongAct) => from === null && waiting.length === 0

/**
 * The next step of an act: reads a page of the list, or changes a batch of what was read. What the server doesn't refuse
 * is changed, now or by the request whose answer was lost: books that were so before aren't among those read.
 */
export async function nextStep(act: LongAct, { read, write }: LongCalls): Promise<LongAct> {
  const { change, from, waiting, changed, skipped } = act
  if (waiting.length === 0 && from) {
    const { items, next } = await read(from.change, from.filter, from.cursor)
    const stays = items.flatMap(({ reason }) => (reason === null ? [] : [reason]))
    return {
      ...act,
      from: next === null ? null : { ...from, cursor: next },
      waiting: items.filter(({ reason }) => reason === null).map(({ book }) => ({ book })),
      skipped: addAll(skipped, stays),
    }
  }
  const batch = waiting.slice(0, change === 'price' ? MOST_AT_ONCE : MOST_CHANGED_AT_ONCE)
  const { refused } = await write(change, batch)
  const stays = new Set(refused.map(({ book }) => book))
  return {
    ...act,
    waiting: waiting.slice(batch.length),
    changed: [...changed, ...batch.filter(({ book }) => !stays.has(book))],
    skipped: addAll(
      skipped,
      refused.map(({ reason }) => reason),
    ),
  }
}

/** Counts with these reasons added. */
export function addAll(counts: Stays, reasons: readonly string[]): Stays {
  const sums = { ...counts }
  for (const reason of reasons) sums[reason] = (sums[reason] ?? 0) + 1
  return sums
}
