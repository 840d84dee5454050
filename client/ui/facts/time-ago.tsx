import { absoluteDay, absoluteTime, relativeTime, zonedTime } from './times.ts'
import { useHydratedSoon } from '#client/ui/use-hydrated.ts'

/**
 * A moment: absolute UTC in the server's page, where `dayOnly` its day alone; relative in the browser with the reader's
 * own time on hover.
 */
export function TimeAgo({ date, dayOnly = false }: { date: Date; dayOnly?: boolean }) {
  const hydrated = useHydratedSoon()
  return (
    <time dateTime={date.toISOString()} {...(hydrated && { title: zonedTime(date) })}>
      {hydrated ? relativeTime(date) : dayOnly ? absoluteDay(date) : absoluteTime(date)}
    </time>
  )
}
