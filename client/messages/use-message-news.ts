import { useEffect } from 'react'
import { announceChange } from '#client/api/topics.ts'
import { followMessages } from './message-stream.ts'

const LOOK_AGAIN_MS = 15_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/**
 * Reads messages again as soon as there is news, over one stream for this tab while somebody looks at it. Where streams
 * don't come through, from time to time.
 */
export function useMessageNews(): void {
  useEffect(() => {
    let following = follow()
    const look = () => {
      if (document.visibilityState === 'visible' && !following.isHeard()) void announceChange('messages')
    }
    // A browser has few connections for one shop, so that pages that nobody sees keep none.
    const change = () => {
      following.stop()
      if (document.visibilityState === 'visible') following = follow()
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    document.addEventListener('visibilitychange', change)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', change)
      following.stop()
    }
  }, [])
}

/** Follows the stream, and takes it up again where it ends, later and later as long as nothing is heard. */
function follow(): { isHeard: () => boolean; stop: () => void } {
  const leaving = new AbortController()
  const { signal } = leaving
  let isHeard = false
  let pause = FIRST_PAUSE_MS
  const hear = () => {
    isHeard = true
    pause = FIRST_PAUSE_MS
    void announceChange('messages')
  }
  async function goOn() {
    while (!signal.aborted) {
      await followMessages(signal, hear).catch(() => {})
      isHeard = false
      await wait(pause, signal)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
  void goOn()
  return { isHeard: () => isHeard, stop: () => leaving.abort() }
}

/** Until then, until the connection is back, or until nobody waits any more. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    addEventListener('online', over)
    signal.addEventListener('abort', over, { once: true })
  })
}
