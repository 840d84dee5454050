import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does something now and then again each so many milliseconds, never twice at once. It goes by a timer and not by the
 * time of day: a clock that is put ahead or back changes nothing. `stop` waits for what is under way.
 */
export function repeat(work: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const goOn = async () => {
    while (!signal.aborted) {
      const begun = performance.now()
      await work()
      const left = everyMs - (performance.now() - begun)
      // Rejects when it is stopped.
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
