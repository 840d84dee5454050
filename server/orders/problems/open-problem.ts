import { dayBefore } from '#contract/duration.ts'
import { MOST_PROBLEMS_A_DAY, MOST_PROBLEMS_OF_ORDER, type NewProblem } from '#contract/orders/problems.ts'
import { mayOpenProblem } from '#contract/orders/problems.policy.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Tx } from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/order-changes.sql.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import type { Services } from '#server/services.ts'
import { authorOf } from './locked-order.ts'
import { countProblems, findOpenProblem, insertProblem } from './problems.sql.ts'
import { findSameEntry, writeEntry } from './write-entry.ts'

/**
 * The buyer or the seller reports a problem with an agreed or paid order: its clock stops until the problem has ended,
 * and the other side gets an email. Refuses orders of others, those that are over or have an open problem, pictures
 * that this account did not upload, and more problems than an account may open in a day or with an order. Called twice
 * with the same words, it opens one problem.
 */
export async function openProblem(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'order_not_open' | 'problem_open'>,
  accountId: string,
  orderId: string,
  problem: NewProblem,
): Promise<string> {
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, accountId)
    const order = await lockOrder(tx, orderId)
    const openedBy = order && authorOf(order, { id: accountId, role: '' })
    if (!order || !openedBy || openedBy === 'admin')
      return services.refuse('not_found', 'That isn’t one of your orders.')
    const by = { author: openedBy, authorId: accountId } as const
    const open = await findOpenProblem(tx, orderId)
    if (open?.kind === problem.kind && (await findSameEntry(tx, open.id, by, problem))) return open.id
    const may = mayOpenProblem({ state: order.state, hasProblem: open !== null })
    if (may !== 'yes') return services.refuse(may, refusalWords[may])
    await requireFewProblems(tx, accountId, orderId, now)
    const id = await insertProblem(tx, { orderId, kind: problem.kind, openedBy }, now)
    await writeEntry(tx, id, by, problem, { news: 'opened', now })
    const facts = { problemId: id, kind: problem.kind }
    await moveOrder(tx, order, 'either_opens_problem', { by: { as: openedBy, id: accountId }, now, facts })
    return id
  })
}

const refusalWords = {
  problem_open: 'There is an open problem with this order already. Please answer there.',
  order_not_open: 'You can report a problem once cash is agreed or the order is paid, and until it’s done.',
}

async function requireFewProblems(tx: Tx, accountId: string, orderId: string, now: Date): Promise<void> {
  const { recently, ofOrder } = await countProblems(tx, accountId, orderId, dayBefore(now))
  if (ofOrder >= MOST_PROBLEMS_OF_ORDER)
    refuse(
      'too_many_requests',
      `You have reported ${ofOrder} problems with this order, which is the limit. Please write to the club.`,
    )
  if (recently >= MOST_PROBLEMS_A_DAY)
    refuse('too_many_requests', `You have reported ${recently} problems today. Please continue tomorrow.`)
}
