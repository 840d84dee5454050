import type { Services } from '#server/services.ts'
import { markWithout } from './demo.sql.ts'

/**
 * For a live shop: sees to it that the demo never comes into it, should somebody start it without its mode one day.
 * Gives false, and changes nothing, where the demo is in already. Called twice, it finds what it did.
 */
export function keepDemoOut({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<boolean> {
  return markWithout(db, clock.now())
}
