import { absoluteTime, zonedTime } from './times.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

/** Local time with the zone on hover and UTC for machines; UTC during server-side rendering. `year`: always show it. */
export function LocalTime({ date, className, year }: { date: Date; className?: string; year?: boolean }) {
  const hydrated = useHydrated()
  return (
    <time dateTime={date.toISOString()} className={className} {...(hydrated && { title: zonedTime(date) })}>
      {hydrated ? localTime(date, undefined, year) : absoluteTime(date)}
    </time>
  )
}

/** Formats a local time: 'Mon 23 Nov, 3:21 pm'; with the year where it differs, or on demand. */
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
  // Removes the comma after the weekday, on which browsers differ.
  return text.replace(/^(\w+),/, '$1')
}
