import { useSyncExternalStore } from 'react'
import { absoluteTime, relativeTime } from './times.ts'

const never = () => () => {}

/** A moment: absolute UTC in the server's page, relative in the browser with the exact time on hover. */
export function TimeAgo({ at }: { at: Date }) {
  const hydrated = useSyncExternalStore(never, () => true, () => false)
  const exact = absoluteTime(at)
  return (
    <time dateTime={at.toISOString()} {...(hydrated && { title: exact })}>
      {hydrated ? relativeTime(at, new Date()) : exact}
    </time>
  )
}
