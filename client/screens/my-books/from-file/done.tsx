import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { countOf } from '#contract/wording.ts'
import type { Outcome } from './use-file-edits.ts'

/** Result of the import, with undo. Takes the focus: the pressed button has unmounted. */
export function Done({
  outcome,
  isBusy,
  onUndo,
}: {
  outcome: Outcome
  /** Undo in progress. */
  isBusy: boolean
  onUndo: (() => void) | undefined
}) {
  const { changed, isUndone } = outcome
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => line.current?.focus(), [])
  const books = countOf(changed.length, 'book')
  const words = isUndone ? `${books} as before.` : `${books} changed.`
  return (
    <div ref={line} tabIndex={-1} className="border-s-3 border-ok bg-sunk px-4 py-3 outline-none">
      <p role="status" className="flex flex-wrap items-center gap-x-4">
        {changed.length === 0 ? 'Nothing changed.' : words}
        {onUndo && (
          <button
            type="button"
            className="button-quiet -ms-2.5"
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : onUndo}
          >
            Undo
          </button>
        )}
        <Link to={href('/dashboard/my-products')} className="touchable py-1">
          Go to My Products
        </Link>
      </p>
    </div>
  )
}
