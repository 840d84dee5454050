import { absoluteTime, zonedTime } from './times.ts'
import { useHydrated } from './use-hydrated.ts'

/** A moment in the reader's own time, with the zone on hover and UTC for machines; in the server's page UTC for all. */
export function LocalTime({ date, className }: { date: Date; className?: string }) {
  const hydrated = useHydrated()
  return (
    <time dateTime={date.toISOString()} className={className} {...(hydrated && { title: zonedTime(date) })}>
      {hydrated ? localTime(date) : absoluteTime(date)}
    </time>
  )
}

/** 'Mon 23 Nov, 3:21 pm', where the reader is; the year where it is another one. */
export function localTime(at: Date, now: Date = new Date()): string {
  const text = at.toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
  // Whether a comma follows the weekday differs from browser to browser.
  return text.replace(/^(\w+),/, '$1')
}
