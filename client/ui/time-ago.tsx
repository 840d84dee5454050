import { absoluteTime, relativeTime, zonedTime } from './times.ts'
import { useHydrated } from './use-hydrated.ts'

/** A moment: absolute UTC in the server's page, relative in the browser with the reader's own time on hover. */
export function TimeAgo({ date }: { date: Date }) {
  const hydrated = useHydrated()
  return (
    <time dateTime={date.toISOString()} {...(hydrated && { title: zonedTime(date) })}>
      {hydrated ? relativeTime(date) : absoluteTime(date)}
    </time>
  )
}
