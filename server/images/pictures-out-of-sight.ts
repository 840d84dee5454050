import type { Pictures, Services } from '#server/services.ts'
import { hasForeignHosts, hasPicturesOnDisk } from './picture-places.sql.ts'

interface Disk {
  /** Folder of the pictures. */
  dir: string
  /** Whether the database's mark is on it. */
  isMarked: () => Promise<boolean>
}

/**
 * Why this instance doesn't show what other instances show, in sentences for its operator; null where it does. Pictures
 * are at hosts that its settings don't name, or on another disk than its own.
 */
export async function picturesOutOfSight(
  { db }: Pick<Services, 'db'>,
  { disk, present, outside }: Pictures['hosts'],
  { dir, isMarked }: Disk,
): Promise<string | null> {
  const known = outside.map(({ id }) => id)
  if (await hasForeignHosts(db, known))
    return 'Pictures of this shop are in a store that no setting of this instance names; set it as the others have it.'
  if (await isMarked()) return null
  if (present !== disk && !(await hasPicturesOnDisk(db))) return null
  return `Pictures of this shop are on another disk than that of ${dir}: have its instances share one, or keep pictures in an object store (S3_KEEPS) and move those there that are on a disk.`
}
