import { refuse } from '#contract/problems.ts'

interface Most {
  ofOneAccount: number
  ofAll: number
  /** Words of the refusal. */
  words: string
}

/**
 * Concurrency limit for uploads, per account and in all: each occupies up to 10 MB until it is processed. Refuses
 * further ones, which may retry a moment later.
 */
export function uploadLimiter({
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
