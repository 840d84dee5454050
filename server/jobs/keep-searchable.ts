import { beginIndex, hasChanges, indexBooks } from '#server/search/index-books.ts'
import type { Services } from '#server/services.ts'
import { repeat } from './repeat.ts'

const EVERY_MS = 250

/**
 * Updates the search index within a second of each change, and builds it in the background at first. Logs a failure
 * once, and retries.
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
