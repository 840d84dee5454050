import { stat, statfs } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { requireRights } from '#server/database/embedded/data-folder.ts'
import { fault, ok, warning, type Finding } from '#server/ports/finding.ts'
import { bytesInWords } from './words.ts'

const GB = 2 ** 30
/** A database that can't write ends. */
const LEAST_BYTES = GB / 4
/** Below both a tenth of the disk and this much it is time to make room. */
const SOON_BYTES = 20 * GB

/** Rights and room of the data folder and of the folder of backups. */
export async function checkDisk({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): Promise<Finding[]> {
  await requireRights(dataDir)
  return findRoom({ dataDir, backups })
}

/** Room on the disks of both. */
export async function findRoom({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): Promise<Finding[]> {
  const folders = [{ name: 'data folder', dir: dataDir }]
  if (backups && (await stat(backups.dir).catch(() => null))) folders.push({ name: 'backups', dir: backups.dir })
  return (await Promise.all(folders.map(roomOf))).flat()
}

async function roomOf({ name, dir }: { name: string; dir: string }): Promise<Finding[]> {
  // A data folder that is still to be made has no disk of its own yet.
  const disk = await statfs(dir).catch(() => null)
  if (!disk) return [ok(`The ${name} ${dir} is made at the first start.`)]
  const [free, all] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  const found = `The disk of the ${name} (${dir}) has ${bytesInWords(free)} of ${bytesInWords(all)} free.`
  const cure = 'Make room: look at the folder’s backups and exports, and at what else fills this disk.'
  if (free < LEAST_BYTES) return [fault(found, cure)]
  return [free < SOON_BYTES && free < all / 10 ? warning(found, cure) : ok(found)]
}
