import { normalizeIP } from '@better-auth/core/utils/ip'
import type { Clock } from '#server/ports/clock.ts'
import { CLIENT_ADDRESS_HEADER } from '#server/ports/identity.ts'

/** Rate limit: at most `max` attempts in a window of `seconds`. */
export type Limit = { max: number; seconds: number }

/**
 * Fixed-window rate limiter per key, in memory: a restart resets it, which is fine for slowing guessers down. Beyond a
 * cap the oldest keys are dropped, so that many addresses can't fill the memory.
 */
export class Attempts {
  readonly #clock: Clock
  readonly #cap: number
  readonly #windows = new Map<string, { count: number; until: number }>()

  constructor(clock: Clock, cap = 50_000) {
    this.#clock = clock
    this.#cap = cap
  }

  /** Counts an attempt. Null when it is within the limit, else the seconds until the window ends. */
  take(key: string, limit: Limit): number | null {
    const now = this.#clock.now().getTime()
    const open = this.#windows.get(key)
    if (!open || open.until <= now) {
      this.#windows.delete(key)
      this.#windows.set(key, { count: 1, until: now + limit.seconds * 1000 })
      const oldest = this.#windows.size > this.#cap ? this.#windows.keys().next().value : undefined
      if (oldest !== undefined) this.#windows.delete(oldest)
      return null
    }
    if (open.count >= limit.max) return Math.max(1, Math.ceil((open.until - now) / 1000))
    open.count += 1
    return null
  }
}

/** Rate-limit key of a client: an IPv6 customer owns a /64, so that is counted. */
export const clientKey = (headers: Headers): string => normalizeIP(headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown')
