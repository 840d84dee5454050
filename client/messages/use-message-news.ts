import { useEffect } from 'react'
import { invalidateTopics } from '#client/api/topics.ts'
import { currentSession } from '#client/session/session.ts'
import { refreshAccount } from '#client/session/session-actions.ts'
import { followMessages } from './message-stream.ts'

const POLL_MS = 15_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/**
 * Refetches messages at each event, over one stream per visible tab. Where streams don't come through, it polls. A
 * confirmation of the member's email, on whatever device, is such an event, too.
 */
export function useMessageNews(): void {
  useEffect(() => {
    let following = follow()
    const look = () => {
      if (document.visibilityState === 'visible' && !following.isHeard()) readAgain()
    }
    // Hidden tabs close their stream: browsers limit connections per host.
    const change = () => {
      following.stop()
      if (document.visibilityState === 'visible') following = follow()
    }
    const timer = setInterval(look, POLL_MS)
    document.addEventListener('visibilitychange', change)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', change)
      following.stop()
    }
  }, [])
}

function readAgain(): void {
  void invalidateTopics('messages')
  const session = currentSession()
  if (session.state === 'signed-in' && !session.account.emailVerified) refreshAccount().catch(() => {})
}

/** Follows the stream, and reconnects with exponential backoff. */
function follow(): { isHeard: () => boolean; stop: () => void } {
  const leaving = new AbortController()
  const { signal } = leaving
  let isHeard = false
  let pause = FIRST_PAUSE_MS
  const hear = () => {
    isHeard = true
    pause = FIRST_PAUSE_MS
    readAgain()
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

/** Waits for the delay, or until the browser is online again, or the signal aborts. */
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
