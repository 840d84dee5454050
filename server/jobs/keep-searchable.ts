import { beginIndex, hasChanges, indexBooks } from '#server/search/index-books.ts'
import type { Services } from '#server/services.ts'
import { repeat } from './repeat.ts'

const EVERY_MS = 250

/**
 * Brings the search up to date within a second of each change, as long as the shop runs; builds it in the background
 * where there is none yet. A failure is logged once, and it is tried again.
 */
export function keepSearchable(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let hasBegun = false
  let isFailing = false
  const { stop } = repeat(async () => {
    try {
      hasBegun ||= await beginIndex(services, stopping.signal)
      if (await hasChanges(services.db)) await indexBooks(services, stopping.signal)
      isFailing = false
    } catch (err) {
      if (!isFailing) services.log.error({ err }, 'bringing the search up to date failed; it will be tried again')
      isFailing = true
    }
  }, EVERY_MS)
  return {
    stop: () => {
      stopping.abort()
      return stop()
    },
  }
}
