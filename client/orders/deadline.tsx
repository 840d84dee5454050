import { useEffect, useState } from 'react'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { lastCall, timeLeft, untilWordsChange } from './time-left.ts'

/** Milliseconds until then, never below 0; renders again whenever that reads otherwise. */
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

/** The moment by which something has to be done, and how long that is from now. */
export function Deadline({ at }: { at: Date }) {
  return (
    <>
      <LocalTime date={at} className="sm:whitespace-nowrap" />{' '}
      <span className="whitespace-nowrap">({timeLeft(useTimeLeft(at))})</span>
    </>
  )
}

/** The end of a reservation for whoever listens to the page: told as it draws near, not every second. */
export function LastCall({ at }: { at: Date }) {
  return (
    <p role="status" className="sr-only">
      {lastCall(useTimeLeft(at))}
    </p>
  )
}
