import { absoluteTime, relativeTime } from './times.ts'
import { useHydrated } from './use-hydrated.ts'

/** A moment: absolute UTC in the server's page, relative in the browser with the exact time on hover. */
export function TimeAgo({ date }: { date: Date }) {
  const hydrated = useHydrated()
  const exact = absoluteTime(date)
  return (
    <time dateTime={date.toISOString()} {...(hydrated && { title: exact })}>
      {hydrated ? relativeTime(date) : exact}
    </time>
  )
}
