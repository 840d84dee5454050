import type { Tx } from '#server/database/schema.ts'
import type { EarlierPayments } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Services } from '#server/services.ts'

/** What the demo's sales were paid by. */
export interface DemoPayments {
  open(tx: Tx, clock: Clock): EarlierPayments
  /** Leaves no trace of these payments. */
  forget(tx: Tx, intentIds: string[]): Promise<void>
}

export type DemoServices = Pick<
  Services,
  'db' | 'clock' | 'payouts' | 'identity' | 'images' | 'shop' | 'site' | 'sealer' | 'log' | 'refuse'
> & { payments: DemoPayments }
