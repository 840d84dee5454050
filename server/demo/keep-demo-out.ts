import type { Services } from '#server/services.ts'
import { markWithout } from './demo.sql.ts'

/**
 * Keeps the demo out of a live shop for good, should it be started without its mode one day. False, and no change,
 * where the demo is in already. Safe to repeat.
 */
export function keepDemoOut({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<boolean> {
  return markWithout(db, clock.now())
}
