import { useEffect, useRef } from 'react'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useAttention } from '../use-attention.ts'
import { useEndOfUndo } from '../use-my-book.ts'
import type { Outcome } from './use-many.ts'

interface OutcomeLineProps extends Pick<Outcome, 'words' | 'refused'> {
  onUndo: (() => void) | null
  /** Ends the offer of undo by time; left out where it stays. */
  onEnd?: () => void
}

/** Result of a bulk action with its refusals. Takes the focus: the pressed button may have unmounted. */
export function OutcomeLine({ words, refused, onUndo, onEnd }: OutcomeLineProps) {
  const { isAttended, attention } = useAttention()
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => line.current?.focus({ preventScroll: true }), [])
  useEndOfUndo(onUndo && onEnd && !isAttended ? words : null, onEnd ?? (() => {}))
  return (
    <div ref={line} tabIndex={-1} {...attention} className="my-1 border-s-3 border-ok bg-sunk px-4 py-2 outline-none">
      <p role="status" className="flex flex-wrap items-center gap-x-4">
        {words}
        {onUndo && (
          <button type="button" className="button-quiet -ms-2.5" onClick={onUndo}>
            Undo
          </button>
        )}
      </p>
      {refused.length > 0 && (
        <>
          <p className="mt-1 text-sm font-semibold">Not changed:</p>
          <ul className="text-sm">
            {refused.map(({ title, reason }) => (
              <li key={title + reason}>
                <bdi className="font-semibold wrap-anywhere">{title}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Error of a bulk action. The retry button takes the focus, because the pressed button may have unmounted. */
export function Failure({ words, again }: { words: string; again: (() => void) | null }) {
  const button = useRef<HTMLButtonElement>(null)
  const isOffered = again !== null
  useEffect(() => {
    if (isOffered) button.current?.focus()
  }, [isOffered])
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <FailureLine words={words} className="my-1 text-sm" />
      {again && (
        <button ref={button} type="button" className="button-outline" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}
