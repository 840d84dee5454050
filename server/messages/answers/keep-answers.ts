import { saveAnswersWithin } from '#server/books/sellers/sellers.public.ts'
import type { Services } from '#server/services.ts'
import { answersWithin, askedSince, lookAgainAt } from './answers.rules.ts'
import { listQuestions, lockDueSeller, setDue } from './answers.sql.ts'

/** Batch size; the rest follows a minute later. */
const MOST_AT_ONCE = 500

/**
 * Recomputes response times of sellers with new events or passed deadlines; pages change only when the label does.
 * Refuses nothing; safe at any time, in several processes at once, and twice.
 */
export async function keepAnswers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (let looked = 0; looked < MOST_AT_ONCE; looked += 1) {
    const wasThere = await db.transaction().execute(async (tx) => {
      const now = clock.now()
      const sellerId = await lockDueSeller(tx, now)
      if (sellerId === null) return false
      const questions = await listQuestions(tx, sellerId, askedSince(now))
      await saveAnswersWithin(tx, sellerId, answersWithin(questions, now))
      await setDue(tx, sellerId, lookAgainAt(questions, now))
      return true
    })
    if (!wasThere) return
  }
}
