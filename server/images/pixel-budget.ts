import type { Clock } from '#server/ports/clock.ts'

const MOST_AT_ONCE = 320_000_000
const PER_SECOND = MOST_AT_ONCE / 60
const MOST_ACCOUNTS = 10_000

/**
 * Rate limit of decoded pixels per account: eight pictures of the largest size at once, and again a minute later.
 * Counted in memory, because it protects this process's own CPU.
 */
export function pixelBudget(clock: Clock): (accountId: string, pixels: number) => boolean {
  const spent = new Map<string, { pixels: number; at: number }>()
  return (accountId, pixels) => {
    const at = clock.now().getTime()
    const before = spent.get(accountId)
    const left = before ? Math.max(0, before.pixels - (Math.max(0, at - before.at) / 1000) * PER_SECOND) : 0
    if (left + pixels > MOST_AT_ONCE) return false
    spent.delete(accountId)
    spent.set(accountId, { pixels: left + pixels, at })
    const oldest = spent.size > MOST_ACCOUNTS ? spent.keys().next().value : undefined
    if (oldest !== undefined) spent.delete(oldest)
    return true
  }
}
