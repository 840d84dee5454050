import type { NewEntry } from '#contract/orders/problems.ts'
import { mayAnswer } from '#contract/orders/problems.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import type { Services } from '#server/services.ts'
import { lockProblem } from './locked-order.ts'
import { endedWords } from './problem-words.ts'
import { findSameEntry, writeEntry } from './write-entry.ts'

/**
 * Either side or an admin answers in an open problem; the sides that didn't write get an email. Refuses problems of
 * others and those that have ended, pictures that the author did not upload, and too many answers a day. Called twice
 * with the same words, it answers once.
 */
export async function answerProblem(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'problem_changed'>,
  asking: SignedInAccount,
  problemId: string,
  entry: NewEntry,
): Promise<string> {
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, asking.id)
    const { problem, order, author } = await lockProblem(services, tx, asking, problemId)
    const by = { author, authorId: asking.id }
    const same = await findSameEntry(tx, problemId, by, entry)
    if (same) return same
    if (mayAnswer(problem) !== 'yes') services.refuse('problem_changed', endedWords(problem))
    const id = await writeEntry(tx, problemId, by, entry, { news: 'answered', now })
    await moveOrder(tx, order, 'either_answers', { by: { as: author, id: asking.id }, now, facts: { problemId } })
    return id
  })
}
