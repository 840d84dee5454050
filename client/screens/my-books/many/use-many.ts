import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { changeMyBooks, repriceMyBooks } from '#contract/books/many-books.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { call } from '#client/api/call.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { mergeRetry, refusedIn, undoing, wordsOf, type Act } from './many-acts.ts'

/** Result of the latest action. */
export interface Outcome {
  words: string
  refused: readonly { title: string; reason: string }[]
  undo: Act | null
}

/**
 * Runs bulk actions one at a time, each saved at once and undone by its inverse. A retry after a lost answer is
 * idempotent.
 */
export function useMany(onChange: () => void) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const unanswered = useRef<Act | null>(null)
  const { mutateAsync, isPending, error, variables } = useMutation({
    mutationFn: async ({ act }: { act: Act; isUndo: boolean }) => {
      const answer = await send(act)
      const before = unanswered.current
      return before && isSame(act, before) ? mergeRetry(before, answer) : answer
    },
    onMutate: () => setOutcome(null),
    onSuccess(answer, { act, isUndo }) {
      unanswered.current = null
      const undo = isUndo ? null : undoing(act, answer.changed)
      setOutcome({ words: wordsOf(act, answer), refused: refusedIn(act, answer), undo })
    },
    onError(failure, { act }) {
      const isRepeated = unanswered.current && isSame(act, unanswered.current)
      if (isRetryable(failure) && !isRepeated) unanswered.current = act
    },
    onSettled: onChange,
  })
  return {
    outcome,
    isPending,
    problem: error?.message ?? '',
    /** Runs an action. Throws what `call` throws. */
    act: (act: Act) => mutateAsync({ act, isUndo: false }),
    takeBack: (act: Act) => mutateAsync({ act, isUndo: true }),
    /** Retries the latest action unchanged; null unless it got no answer. */
    again: variables && error && isRetryable(error) ? () => mutateAsync(variables) : null,
    endUndo: () => setOutcome((before) => before && { ...before, undo: null }),
  }
}

const isSame = (one: Act, other: Act) => JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))

function send(act: Act) {
  const { changes, prices } = bodyOf(act)
  return changes ? call(changeMyBooks, { body: changes }) : call(repriceMyBooks, { body: { prices } })
}

function bodyOf(act: Act) {
  if (act.change !== 'price') return { changes: { change: act.change, books: act.books.map(({ id }) => id) } }
  const prices = act.prices.map(({ book, to }) => ({
    book: book.id,
    from: priceText(book.resalePrice),
    to: priceText(to),
  }))
  return { prices }
}
