import { refuse } from '#contract/problems.ts'

const MOST_OF_ONE_ACCOUNT = 4
const MOST_OF_ALL = 16

/**
 * Lets so many uploads be under way at a time, of one account and in all: each holds up to 10 MB until its turn to be
 * encoded. Refuses the ones beyond in words; they may come again a moment later.
 */
export function uploadsUnderWay(): <T>(accountId: string, upload: () => Promise<T>) => Promise<T> {
  const counts = new Map<string, number>()
  let all = 0
  return async (accountId, upload) => {
    const own = counts.get(accountId) ?? 0
    if (own >= MOST_OF_ONE_ACCOUNT || all >= MOST_OF_ALL) {
      refuse('too_many_requests', 'Still processing other pictures. Please try again in a moment.')
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
