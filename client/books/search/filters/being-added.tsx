import { useEffect, useEffectEvent } from 'react'

const FIRST_MS = 2000
const LONGEST_MS = 30_000

interface BeingAddedProps {
  /** Whether the list itself has all books, and the counts of its filters alone come from the index. */
  isListWhole: boolean
  again: () => void
}

/** Notice that the search index is behind. Reads the list again, after growing pauses, until the notice is gone. */
export function BeingAdded({ isListWhole, again }: BeingAddedProps) {
  const onTime = useEffectEvent(again)
  useEffect(() => {
    let pauseMs = FIRST_MS
    let timer = setTimeout(onPause, pauseMs)
    function onPause() {
      if (document.visibilityState === 'visible') onTime()
      pauseMs = Math.min(1.5 * pauseMs, LONGEST_MS)
      timer = setTimeout(onPause, pauseMs)
    }
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="mt-3 mb-4 border-s-3 border-warn bg-sunk px-4 py-3">
      <strong>Books are being added</strong>,{' '}
      {isListWhole ? 'filters may not count all of them yet.' : 'results may be incomplete.'}
    </p>
  )
}
