/** What a client has asked for within a window of time. */
export interface RequestCount {
  /** Requests counted in the window, with those just added. */
  count: number
  /** Milliseconds until the window ends. */
  endsInMs: number
}

/** Counts the requests of clients in fixed windows of time, for all processes of one machine's shop. */
export interface RequestCounts {
  /** Counts `costs` more requests for a key. The first in a window decides how long that is. */
  add(key: string, costs: number, windowMs: number): Promise<RequestCount>
}

/** Beyond it the oldest keys are dropped, so that many addresses can't fill the memory. */
const MOST_KEYS = 50_000

/**
 * Counts in this process's memory. A restart forgets them, which is fine for slowing guessers down. `now` gives
 * milliseconds.
 */
export function countsInMemory(now: () => number = () => performance.now(), mostKeys = MOST_KEYS): RequestCounts {
  const windows = new Map<string, { count: number; until: number }>()
  return {
    add: async (key, costs, windowMs) => {
      const present = now()
      let window = windows.get(key)
      if (!window || window.until <= present) {
        // A Map keeps insertion order: its first key is the oldest.
        windows.delete(key)
        const oldest = windows.size >= mostKeys ? windows.keys().next().value : undefined
        if (oldest !== undefined) windows.delete(oldest)
        window = { count: 0, until: present + windowMs }
        windows.set(key, window)
      }
      window.count += costs
      return { count: window.count, endsInMs: window.until - present }
    },
  }
}
