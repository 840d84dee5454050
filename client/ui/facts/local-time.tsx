import { absoluteTime, zonedTime } from './times.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

/** A moment in the reader's own time, with the zone on hover and UTC for machines; in the server's page UTC for all. With `year` always with it. */
export function LocalTime({ date, className, year }: { date: Date; className?: string; year?: boolean }) {
  const hydrated = useHydrated()
  return (
    <time dateTime={date.toISOString()} className={className} {...(hydrated && { title: zonedTime(date) })}>
      {hydrated ? localTime(date, undefined, year) : absoluteTime(date)}
    </time>
  )
}

/** 'Mon 23 Nov, 3:21 pm', where the reader is; the year where it is another one, or wanted. */
export function localTime(at: Date, now = new Date(), year = at.getFullYear() !== now.getFullYear()): string {
  const text = at.toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(year && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
  // Whether a comma follows the weekday differs from browser to browser.
  return text.replace(/^(\w+),/, '$1')
}
