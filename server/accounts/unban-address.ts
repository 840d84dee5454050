import { writeAudit } from './audit/audit.public.ts'
import type { Services } from '#server/services.ts'
import { addressHash } from './accounts.rules.ts'
import { deleteClosedAddress } from './accounts.sql.ts'

/**
 * For operators: lifts the ban of a closed account's email, so that its owner can sign up again. The old account stays
 * closed and erased. False where the email isn't banned, also when called twice.
 */
export function unbanAddress(services: Pick<Services, 'db' | 'shop'>, email: string): Promise<boolean> {
  return deleteClosedAddress(services.db, addressHash(email, services.shop.addressSecret))
}

/** The same, with an entry in the audit log that names the admin alone: no data of the person is stored. */
export function liftBan(services: Pick<Services, 'db' | 'shop' | 'clock'>, email: string): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const wasBanned = await unbanAddress({ ...services, db: tx }, email)
    if (wasBanned) await writeAudit(tx, { kind: 'email_unbanned', by: { as: 'operator' }, at: services.clock.now() })
    return wasBanned
  })
}
