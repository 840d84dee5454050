import { useEffect } from 'react'
import { refreshMessages } from './message-queries.ts'

const LOOK_AGAIN_MS = 15_000

/** Reads messages again from time to time, while somebody looks at the page. */
export function useMessageNews(): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refreshMessages()
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
}
