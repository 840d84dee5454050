import { useEffect, useRef } from 'react'
import { countOf, grouped } from '#contract/wording.ts'
import { sumOf, type LongAct } from './long-act.ts'

/** How far a change of many books is. Takes the focus: the pressed button has unmounted. */
export function Progress({ act, onStop }: { act: LongAct; onStop: () => void }) {
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus({ preventScroll: true }), [])
  const { changed, skipped, count } = act
  const done = changed.length + sumOf(skipped)
  return (
    <div className="my-1 flex flex-wrap items-center gap-x-4 bg-sunk px-4 py-2">
      <p role="status" className="sr-only">
        Changing {countOf(count, 'book')}…
      </p>
      <progress aria-label="Books done" value={done} max={count} className="h-3 min-w-40 grow" />
      <span className="tabular-nums">
        {grouped(done)} of {grouped(count)}
      </span>
      <button ref={stop} type="button" className="button-outline" onClick={onStop}>
        Stop
      </button>
    </div>
  )
}
