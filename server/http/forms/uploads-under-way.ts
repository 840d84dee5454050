import { refuse } from '#contract/problems.ts'

interface Most {
  ofOneAccount: number
  ofAll: number
  /** Said to those beyond. */
  words: string
}

/**
 * Lets so many uploads be under way at a time, of one account and in all: each holds up to 10 MB until it is
 * worked off. Refuses the ones beyond in words; they may come again a moment later.
 */
export function uploadsUnderWay({
  ofOneAccount,
  ofAll,
  words,
}: Most): <T>(accountId: string, upload: () => Promise<T>) => Promise<T> {
  const counts = new Map<string, number>()
  let all = 0
  return async (accountId, upload) => {
    const own = counts.get(accountId) ?? 0
    if (own >= ofOneAccount || all >= ofAll) {
      refuse('too_many_requests', words)
    }
    counts.set(accountId, own + 1)
    all += 1
    try {
      return await upload()
    } finally {
      all -= 1
      const left = counts.get(accountId)! - 1
      if (left === 0) counts.delete(accountId)
      else counts.set(accountId, left)
    }
  }
}
