import { maySettle } from '#contract/orders/problems.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import type { Services } from '#server/services.ts'
import { bookLastReminder } from './book-last-reminder.ts'
import { lockProblem } from './locked-order.ts'
import { endedWords } from './problem-words.ts'
import { endProblem } from './problems.sql.ts'
import { bookMailsToOthers } from './write-entry.ts'

/**
 * The side that opened a problem settles it: the order's clock goes on with what was left, a day at least, and the
 * other side gets an email. Refuses all others, and problems that ended in another way. Called twice, nothing happens
 * the second time.
 */
export async function settleProblem(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'problem_changed'>,
  asking: SignedInAccount,
  problemId: string,
): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    const { problem, order, author } = await lockProblem(services, tx, asking, problemId)
    const side = author === 'admin' ? 'club' : author
    const may = maySettle(side, problem)
    if (may === 'not_found') return services.refuse(may, 'Only the person who reported a problem can close it.')
    if (problem.outcome === 'settled') return
    if (may !== 'yes') return services.refuse(may, endedWords(problem))
    await endProblem(tx, problemId, { outcome: 'settled' }, now)
    await bookMailsToOthers(tx, problemId, author, { news: 'settled', place: problem.revision })
    await moveOrder(tx, order, 'opener_settles', { by: { as: author, id: asking.id }, now, facts: { problemId } })
    await bookLastReminder(tx, problem, order, now)
  })
}
