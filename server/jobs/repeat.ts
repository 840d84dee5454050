import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs a task now and every so many milliseconds, never twice at once. A monotonic timer: putting the clock ahead or
 * back changes nothing. `stop` waits for a run under way.
 */
export function repeat(work: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const goOn = async () => {
    while (!signal.aborted) {
      const begun = performance.now()
      await work()
      const left = everyMs - (performance.now() - begun)
      // `sleep` rejects on `stop`.
      await sleep(Math.max(left, 0), undefined, { signal }).catch(() => {})
    }
  }
  const over = goOn()
  return {
    stop: () => {
      stopping.abort()
      return over
    },
  }
}
