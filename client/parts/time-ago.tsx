import { useSyncExternalStore } from 'react'
import { absoluteTime, relativeTime } from './times.ts'

const never = () => () => {}

/** A moment: absolute UTC in the server's page, relative in the browser with the exact time on hover. */
export function TimeAgo({ date }: { date: Date }) {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const exact = absoluteTime(date)
  return (
    <time dateTime={date.toISOString()} {...(hydrated && { title: exact })}>
      {hydrated ? relativeTime(date) : exact}
    </time>
  )
}
