import { imageHash } from '#contract/images/image-addresses.ts'
import { tryLock } from '#server/database/advisory-locks.ts'
import type { Services } from '#server/services.ts'
import { lockImage } from '../images.sql.ts'
import { dropPlace, findPlace, insertDropped, insertPlace, setOnDisk, type Place } from '../picture-places.sql.ts'
import { isUploaded } from './moving.sql.ts'
import { readWhole } from './read-whole.ts'

type MoveServices = Pick<Services, 'db' | 'clock' | 'images'>

/** `held`: a backup copies pictures, which stay on the disk until it ends. `lost`: its place has no such picture. */
export type Moved = 'moved' | 'lost' | 'held'

/**
 * Moves one picture to the host that takes new ones. Its address stays, and leads to a whole copy at any moment; what is
 * cut off anywhere is finished by a repetition. A picture that is removed meanwhile stays removed.
 */
export async function movePicture(services: MoveServices, url: string): Promise<Moved> {
  const hash = imageHash(url)
  if (hash === null) return 'lost'
  const { present, disk } = services.images.hosts
  const place = await findPlace(services.db, hash)
  if (present === disk) return place ? toDisk(services, url, place) : 'moved'
  if (place?.host !== present.id && !(await toPresent(services, url, hash, place))) return 'lost'
  return leaveDisk(services, url, hash)
}

/** Copies a picture to the present host, and lets its address lead there; false where its place has lost it. */
async function toPresent(services: MoveServices, url: string, hash: string, from: Place | null): Promise<boolean> {
  const { db, clock, images } = services
  const { present } = images.hosts
  const picture = await readWhole(services, hash)
  if (!picture) return false
  const { address, removal } = await present.store(picture)
  const stored = { hash, host: present.id, address, removal: removal === null ? null : images.sealer.seal(removal) }
  await db.transaction().execute(async (tx) => {
    await lockImage(tx, url)
    const now = clock.now()
    const isAsBefore = (await findPlace(tx, hash))?.id === from?.id
    if (!isAsBefore || !(await isUploaded(tx, url))) return insertDropped(tx, stored, now)
    await dropPlace(tx, hash, now)
    await insertPlace(tx, stored, now)
    await setOnDisk(tx, hash, true)
  })
  return true
}

/** Deletes the files on the disk of a picture that lies elsewhere by now. */
function leaveDisk({ db, images }: MoveServices, url: string, hash: string): Promise<Moved> {
  return db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, 'PICTURES_STAY'))) return 'held'
    await lockImage(tx, url)
    if (!(await findPlace(tx, hash))?.isOnDisk) return 'moved'
    await images.hosts.disk.remove?.({ hash, address: url })
    await setOnDisk(tx, hash, false)
    return 'moved'
  })
}

/** Copies a picture onto the disk, which is asked before all hosts, and drops its place outside. */
async function toDisk(services: MoveServices, url: string, place: Place): Promise<Moved> {
  const { db, clock, images } = services
  const picture = await readWhole(services, place.hash)
  if (!picture) return 'lost'
  await images.hosts.disk.store(picture)
  await db.transaction().execute(async (tx) => {
    await lockImage(tx, url)
    await dropPlace(tx, place.hash, clock.now())
    if (!(await isUploaded(tx, url))) await images.hosts.disk.remove?.(place)
  })
  return 'moved'
}
