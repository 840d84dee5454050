import { writeAudit } from './audit/audit.public.ts'
import type { Services } from '#server/services.ts'
import { addressHash } from './accounts.rules.ts'
import { deleteClosedAddress } from './accounts.sql.ts'

/**
 * For operators: lets the owner of a closed account's email sign up again. The old account stays closed, and nothing
 * of it comes back. False where the email isn't banned, so also when called twice.
 */
export function unbanAddress(services: Pick<Services, 'db' | 'shop'>, email: string): Promise<boolean> {
  return deleteClosedAddress(services.db, addressHash(email, services.shop.addressSecret))
}

/** The same, with an audit log entry that names the admin alone: nothing is stored of the person. */
export function liftBan(services: Pick<Services, 'db' | 'shop' | 'clock'>, email: string): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const wasBanned = await unbanAddress({ ...services, db: tx }, email)
    if (wasBanned) await writeAudit(tx, { kind: 'email_unbanned', by: { as: 'operator' }, at: services.clock.now() })
    return wasBanned
  })
}
