import { MOST_CHANGED_AT_ONCE } from '#contract/books/change-of-price.ts'
import type { BookToChange, ManyChange, ManyChanged } from '#contract/books/many-books.ts'
import type { MyBookFilter } from '#contract/books/my-book-calls.ts'

/** What a change of a whole list has come to. Called again after a failure, it goes on where it was. */
export interface LongAct {
  change: ManyChange
  /** Books of the list, for the progress. */
  count: number
  /** Where to read on; null where no more is to be read. */
  from: { filter: MyBookFilter; cursor: string | undefined } | null
  /** Read, and not yet known to be changed: sent again after a lost answer, so that nothing is missed. */
  waiting: readonly string[]
  changed: readonly string[]
  /** Books that stay as they are, counted by reason. */
  skipped: Readonly<Record<string, number>>
}

export interface LongCalls {
  read: (
    change: ManyChange,
    filter: MyBookFilter,
    cursor: string | undefined,
  ) => Promise<{ items: BookToChange[]; next: string | null }>
  write: (change: ManyChange, books: readonly string[]) => Promise<ManyChanged>
}

export const longAct = (change: ManyChange, filter: MyBookFilter, count: number): LongAct => ({
  change,
  count,
  from: { filter, cursor: undefined },
  waiting: [],
  changed: [],
  skipped: {},
})

/** The inverse, for the books that were changed. */
export const takingBack = (change: ManyChange, changed: readonly string[]): LongAct => ({
  change,
  count: changed.length,
  from: null,
  waiting: changed,
  changed: [],
  skipped: {},
})

export const isDone = ({ from, waiting }: LongAct) => from === null && waiting.length === 0

/**
 * The next step of an act: reads a page of the list, or changes a batch of what was read. What the server doesn't refuse
 * is changed, now or by the request whose answer was lost: books that were so before aren't among those read.
 */
export async function nextStep(act: LongAct, { read, write }: LongCalls): Promise<LongAct> {
  const { change, from, waiting, changed, skipped } = act
  if (waiting.length === 0 && from) {
    const { items, next } = await read(change, from.filter, from.cursor)
    const stays = items.flatMap(({ reason }) => (reason === null ? [] : [reason]))
    return {
      ...act,
      from: next === null ? null : { ...from, cursor: next },
      waiting: items.filter(({ reason }) => reason === null).map(({ book }) => book),
      skipped: addAll(skipped, stays),
    }
  }
  const batch = waiting.slice(0, MOST_CHANGED_AT_ONCE)
  const { refused } = await write(change, batch)
  const stays = new Set(refused.map(({ book }) => book))
  return {
    ...act,
    waiting: waiting.slice(batch.length),
    changed: [...changed, ...batch.filter((id) => !stays.has(id))],
    skipped: addAll(
      skipped,
      refused.map(({ reason }) => reason),
    ),
  }
}

function addAll(counts: LongAct['skipped'], reasons: readonly string[]): LongAct['skipped'] {
  const sums = { ...counts }
  for (const reason of reasons) sums[reason] = (sums[reason] ?? 0) + 1
  return sums
}
