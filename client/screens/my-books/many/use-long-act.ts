import { useRef, useState } from 'react'
import {
  changeMyBooks,
  listBooksToChange,
  repriceMyBooks,
  type ManyChange,
  type NewPrice,
} from '#contract/books/many-books.ts'
import type { MyBookFilter } from '#contract/books/my-book-calls.ts'
import { countOf } from '#contract/wording.ts'
import { callPage, withFreshToken } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { send } from '#client/api/send.ts'
import { invalidateTopics } from '#client/api/topics.ts'
import {
  isDone,
  longAct,
  nextStep,
  repricing,
  takingBack,
  type LongAct,
  type LongBook,
  type LongCalls,
  type LongChange,
  type Stays,
} from './long-act.ts'
import { wordsOf } from './many-acts.ts'
import type { Outcome } from './use-many.ts'

const calls: LongCalls = {
  read: (change, filter, cursor) => callPage(listBooksToChange, { query: { ...filter, change, cursor } }),
  // Not by `call`, which reads every list again after each batch.
  write: async (change, books) => {
    const { answer } = await withFreshToken((token) =>
      change === 'price'
        ? send(repriceMyBooks, { body: { prices: books.flatMap(pricesOf) } }, { token })
        : send(changeMyBooks, { body: { change, books: books.map(({ book }) => book) } }, { token }),
    )
    return answer as Awaited<ReturnType<LongCalls['write']>>
  },
}

const pricesOf = ({ book, price }: LongBook) => (price ? [{ book, ...price }] : [])

interface LongOutcome extends Pick<Outcome, 'words' | 'refused'> {
  change: LongChange
  /** Books to change back; empty for none. */
  undo: readonly LongBook[]
}

/** Changes of a seller's whole list, batch by batch: with progress, can be stopped and taken back. */
export function useLongAct(onChange: () => void) {
  const [running, setRunning] = useState<LongAct | null>(null)
  const [failed, setFailed] = useState<{ act: LongAct; isUndo: boolean; words: string } | null>(null)
  const [outcome, setOutcome] = useState<LongOutcome | null>(null)
  const isStopped = useRef(false)

  async function run(act: LongAct, isUndo: boolean) {
    isStopped.current = false
    setFailed(null)
    setOutcome(null)
    let reached = act
    setRunning(reached)
    try {
      while (!isDone(reached) && !isStopped.current) {
        // oxlint-disable-next-line no-await-in-loop -- one batch after another
        reached = await nextStep(reached, calls)
        setRunning(reached)
      }
      setOutcome(outcomeOf(reached, isUndo))
    } catch (error) {
      setFailed({ act: reached, isUndo, words: errorMessage(error) })
    }
    await invalidateTopics(...changeMyBooks.topics)
    setRunning(null)
    onChange()
  }
  return {
    running,
    outcome,
    problem: failed?.words ?? '',
    start: (change: ManyChange, filter: MyBookFilter, count: number) => void run(longAct(change, filter, count), false),
    reprice: (prices: readonly NewPrice[], stays: Stays) => void run(repricing(prices, stays), false),
    stop: () => (isStopped.current = true),
    again: failed && (() => void run(failed.act, failed.isUndo)),
    takeBack: ({ change, undo }: LongOutcome) => void run(takingBack(change, undo), true),
  }
}

function outcomeOf(act: LongAct, isUndo: boolean): LongOutcome {
  const refused = Object.entries(act.skipped).map(([reason, count]) => ({ title: countOf(count, 'book'), reason }))
  return { change: act.change, words: wordsOf(act, act), refused, undo: isUndo ? [] : act.changed }
}
