import { sql } from 'kysely'
import { expect } from 'vitest'
import { orderLife } from '#contract/orders/order-life.ts'
import type { ProviderDispute } from '#server/ports/card-payments.ts'
import { disputesAtTheProvider } from './at-the-provider.ts'
import type { TestOrder } from '../paying.ts'
import type { TestServer } from '../test-server.ts'

type Make = () => Promise<TestOrder>
type Given = Partial<ProviderDispute>

/** Each step of a buyer's bank, from these states of an order, by the way that it happens. */
export function bankStepsOf(server: TestServer, paid: Make, handedOver: Make, done: Make, refunded: Make) {
  const bank = disputesAtTheProvider(server)
  const who = { actor: 'provider', actorId: null, facts: { disputeId: expect.any(String) } }
  /** What the provider says of a dispute, one after the other, an hour apart. */
  const says =
    (make: Make, ...reports: [Given, ...Given[]]) =>
    async () => {
      const order = await make()
      const { rows } = await sql<{ intent: string }>`
        SELECT intent_id AS intent FROM orders WHERE id = ${order.id}`.execute(server.database.db)
      const id = bank.open(rows[0]!.intent)
      for (const report of reports) {
        server.clock.advance(3600)
        bank.change(id, report)
        await bank.tell(id)
      }
      return { order, who }
    }
  const lost = { status: 'lost' } as const
  const stepsFrom = (state: 'paid' | 'handed_over' | 'done' | 'refunded', make: Make) => ({
    [`${state} bank_asks ${state}`]: says(make, { isInquiry: true, withdrawn: 0 }),
    [`${state} bank_disputes ${state}`]: says(make, {}),
    [`${state} bank_gives_in ${state}`]: says(make, {}, { status: 'closed', withdrawn: 0 }),
    [`${state} bank_keeps refunded`]: says(make, {}, lost),
    ...('bank_keeps_part' in orderLife[state] && {
      [`${state} bank_keeps_part ${state}`]: says(make, { amount: 500, withdrawn: 500 }, lost),
    }),
  })
  return {
    ...stepsFrom('paid', paid),
    ...stepsFrom('handed_over', handedOver),
    ...stepsFrom('done', done),
    ...stepsFrom('refunded', refunded),
  }
}
