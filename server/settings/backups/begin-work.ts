import type { Refuses } from '#contract/problems.ts'
import type { ShopBackups, StoredBackup } from '#server/ports/shop-backups.ts'

const NOWHERE = 'This shop takes no backups: the operator sets BACKUP_DIR to a folder for them.'
export const GONE = 'This backup isn’t in the folder any more.'
const BUSY = 'Another backup or a trial restore is under way. Please wait until it has ended.'

/** Refuses where the shop takes no backups. */
export function requireBackups({ refuse }: Refuses<'not_offered'>, backups: ShopBackups | null): ShopBackups {
  return backups ?? refuse('not_offered', NOWHERE)
}

/** Begins a backup, which goes on by itself. Refuses while other work on backups is under way. */
export async function takeBackup(
  services: Refuses<'not_offered' | 'unavailable'>,
  backups: ShopBackups | null,
): Promise<void> {
  if (!(await requireBackups(services, backups).take())) services.refuse('unavailable', BUSY)
}

/** Begins a trial restore of a backup in the folder. Refuses others, and while other work is under way. */
export async function tryBackup(
  services: Refuses<'not_offered' | 'not_found' | 'unavailable'>,
  backups: ShopBackups | null,
  name: string,
): Promise<void> {
  const here = requireBackups(services, backups)
  if (!(await findHere(here, name))) services.refuse('not_found', GONE)
  if (!(await here.try(name))) services.refuse('unavailable', BUSY)
}

/** A backup in the folder, by its name. */
export async function findHere(backups: ShopBackups, name: string): Promise<StoredBackup | undefined> {
  return (await backups.list()).find((one) => one.name === name && one.bytes !== null)
}
