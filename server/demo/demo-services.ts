import type { Tx } from '#server/database/schema.ts'
import type { EarlierPayments } from '#server/ports/card-payments.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Services } from '#server/services.ts'

/** Card payments of the demo's sales. */
export interface DemoPayments {
  open(tx: Tx, clock: Clock): EarlierPayments
  /** Deletes these payments without a trace. */
  forget(tx: Tx, intentIds: string[]): Promise<void>
}

export type DemoServices = Pick<
  Services,
  'db' | 'clock' | 'payouts' | 'identity' | 'removeElsewhere' | 'images' | 'shop' | 'site' | 'sealer' | 'log' | 'refuse'
> & { payments: DemoPayments }
