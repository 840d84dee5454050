import { absoluteDay, absoluteTime, relativeTime, zonedTime } from './times.ts'
import { useHydratedSoon } from '#client/ui/use-hydrated.ts'

/**
 * Relative time with the reader's local time on hover; absolute UTC during server-side rendering, just the day where
 * `dayOnly`.
 */
export function TimeAgo({ date, dayOnly = false }: { date: Date; dayOnly?: boolean }) {
  const hydrated = useHydratedSoon()
  return (
    <time dateTime={date.toISOString()} {...(hydrated && { title: zonedTime(date) })}>
      {hydrated ? relativeTime(date) : dayOnly ? absoluteDay(date) : absoluteTime(date)}
    </time>
  )
}
