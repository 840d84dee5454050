import { useEffect, useState } from 'react'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { deadlineWarning, timeLeft, untilWordsChange } from './time-left.ts'

/** Milliseconds until the moment, at least 0; rerenders whenever its text changes. */
export function useTimeLeft(moment: Date): number {
  const end = moment.getTime()
  const [left, setLeft] = useState(() => Math.max(end - Date.now(), 0))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(Math.max(end - Date.now(), 0)), untilWordsChange(left))
    return () => clearTimeout(timer)
  }, [end, left])
  return left
}

/** Deadline as a date and the time left. */
export function Deadline({ at }: { at: Date }) {
  return (
    <>
      <LocalTime date={at} className="sm:whitespace-nowrap" />{' '}
      <span className="whitespace-nowrap">({timeLeft(useTimeLeft(at))})</span>
    </>
  )
}

/** Live region for the end of a reservation: announced at a few thresholds, not every second. */
export function DeadlineWarning({ at }: { at: Date }) {
  return (
    <p role="status" className="sr-only">
      {deadlineWarning(useTimeLeft(at))}
    </p>
  )
}
