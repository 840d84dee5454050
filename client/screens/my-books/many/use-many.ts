import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { changeMyBooks, repriceMyBooks } from '#contract/books/many-books.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { call } from '#client/api/call.ts'
import { refusedIn, undoing, wordsOf, type Act } from './many-acts.ts'

/** How the latest act ended. */
export interface Outcome {
  words: string
  refused: readonly { title: string; reason: string }[]
  undo: Act | null
}

/** Does things to many books, one after another; each is saved at once, and taken back by its inverse. */
export function useMany(onChange: () => void) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: ({ act }: { act: Act; isUndo: boolean }) => send(act),
    onMutate: () => setOutcome(null),
    onSuccess(answer, { act, isUndo }) {
      const undo = isUndo ? null : undoing(act, answer.changed)
      setOutcome({ words: wordsOf(act, answer), refused: refusedIn(act, answer), undo })
    },
    onSettled: onChange,
  })
  return {
    outcome,
    isPending,
    problem: error?.message ?? '',
    /** Throws what `call` throws. */
    act: (act: Act) => mutateAsync({ act, isUndo: false }),
    takeBack: (act: Act) => mutateAsync({ act, isUndo: true }),
    endUndo: () => setOutcome((before) => before && { ...before, undo: null }),
  }
}

function send(act: Act) {
  if (act.change !== 'price')
    return call(changeMyBooks, { body: { change: act.change, books: act.books.map(({ id }) => id) } })
  const prices = act.prices.map(({ book, to }) => ({
    book: book.id,
    from: priceText(book.resalePrice),
    to: priceText(to),
  }))
  return call(repriceMyBooks, { body: { prices } })
}
