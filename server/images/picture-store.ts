import { imageAddress, imageFile, imageHash, LARGEST_FILE } from '#contract/images/image-addresses.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { EncodedPicture, ImageSource } from '#server/ports/image-host.ts'
import type { Pictures, Services } from '#server/services.ts'
import { dropPlace, findPlace, insertDropped, insertPlace, type Place } from './picture-places.sql.ts'

interface Given extends Pick<Services, 'db'> {
  clock: Clock
  hosts: Pictures['hosts']
  /** Encrypts the addresses by which a person can delete a picture at its host. */
  sealer: Services['sealer']
}

/**
 * The shop's pictures: on the disk, or where a row of `picture_places` says. The disk is asked first, since it needs no
 * row; a picture that an unknown host has counts as missing.
 */
export function pictureStore({ db, clock, hosts, sealer }: Given): Pictures {
  const { disk, present, outside } = hosts
  const isOnDisk = async (hash: string) => (await disk.read({ hash, address: '' }, LARGEST_FILE)) !== null
  const findHost = async (hash: string): Promise<{ place: Place; host: ImageSource } | null> => {
    const place = await findPlace(db, hash)
    const host = outside.find(({ id }) => id === place?.host)
    return place && host ? { place, host } : null
  }
  const has = async (hash: string) => (await isOnDisk(hash)) || (await findHost(hash)) !== null

  return {
    hosts,
    sealer,
    async store(picture) {
      const url = imageAddress(picture.hash)
      if (!url) throw new Error(`not a picture's hash: ${picture.hash}`)
      if (present === disk) await disk.store(picture)
      else if (!(await has(picture.hash))) await storeOutside({ db, clock, hosts, sealer }, picture)
      return { url }
    },
    async has(url) {
      const hash = imageHash(url)
      return hash !== null && has(hash)
    },
    async read(url) {
      const { hash, file } = imageFile(url) ?? {}
      if (!hash || !file) return null
      const bytes = await disk.read({ hash, address: '' }, file)
      if (bytes) return bytes
      const found = await findHost(hash)
      return found && found.host.read(found.place, file)
    },
    async findOutside(url) {
      const { hash, file } = imageFile(url) ?? {}
      const found = hash ? await findHost(hash) : null
      if (!found || !file) return null
      if (found.host.publicAddress) return { at: found.host.publicAddress(found.place, file) }
      const bytes = await found.host.read(found.place, file)
      return bytes && { bytes }
    },
    async remove(removing, url) {
      const hash = imageHash(url)
      if (!hash) return
      await dropPlace(removing, hash, clock.now())
      await disk.remove?.({ hash, address: '' })
    },
  }
}

/** Stores a picture at the present host and notes where. Of two at once one stays; the other's copy is dropped. */
async function storeOutside({ db, clock, hosts: { present }, sealer }: Given, picture: EncodedPicture): Promise<void> {
  const { address, removal } = await present.store(picture)
  const sealed = removal === null ? null : sealer.seal(removal)
  const stored = { hash: picture.hash, host: present.id, address, removal: sealed }
  const now = clock.now()
  if (!(await insertPlace(db, stored, now))) await insertDropped(db, stored, now)
}
