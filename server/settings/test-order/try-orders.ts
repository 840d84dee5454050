import type { TestOrderStep, TriedOrder } from '#contract/settings/test-order.ts'
import { Refusal, refuseWith } from '#contract/problems.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { withinTransaction } from '#server/database/within-transaction.ts'
import type { Services } from '#server/services.ts'
import { playOrder, type Played } from './play-order.ts'

type TrialServices = Pick<Services, 'db' | 'clock' | 'shop' | 'site' | 'log' | 'playCards'>

/**
 * Tries an order in each way that the shop takes: by its own use cases, from the listing to the statement, each in a
 * transaction that is rolled back. Cards are played, and jobs, emails among them, are undone with the rest. A step that
 * fails is answered in words. Called twice, it tries twice.
 */
export async function tryOrders(services: TrialServices): Promise<TriedOrder[]> {
  const { cards, cash } = services.site
  const ways = [...(cards.mode === 'off' ? [] : ['card' as const]), ...(cash ? ['cash' as const] : [])]
  const tried: TriedOrder[] = []
  // In turn: each takes a connection for as long as it lasts.
  for (const way of ways) tried.push(await tryOrder(services, way))
  return tried
}

async function tryOrder(services: TrialServices, way: Played['way']): Promise<TriedOrder> {
  const done: TestOrderStep[] = []
  const people: string[] = []
  const problem = await inVain(services, async (tx) => {
    const moment = { at: services.clock.now() }
    const clock = { now: () => moment.at }
    const played = {
      ...services,
      refuse: refuseWith,
      db: withinTransaction(tx),
      clock,
      cards: services.playCards(tx, clock),
    }
    await playOrder(played, {
      way,
      tx,
      moment,
      joined: (accountId) => void people.push(accountId),
      reached: (step) => void done.push(step),
    })
  })
  const left = await Promise.all(people.map((id) => findAccountById(services.db, id)))
  return { way, done, problem, isUndone: left.every((account) => account === null) }
}

/** Does work in a transaction that is rolled back, however it ends. Returns what failed, in words; null for nothing. */
async function inVain({ db, log }: TrialServices, work: (tx: Tx) => Promise<void>): Promise<string | null> {
  const tx = await db.startTransaction().execute()
  try {
    await work(tx)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    log.error({ err: error }, 'a test order failed')
    return 'Something went wrong on our side. The server’s log says what: “a test order failed”.'
  } finally {
    await tx.rollback().execute()
  }
}
