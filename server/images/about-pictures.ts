import type { Site } from '#contract/site.ts'
import type { Db } from '#server/database/schema.ts'
import type { Pictures } from '#server/services.ts'
import { countPlaces } from './picture-places.sql.ts'

/** What people must know of where pictures are: at the host that takes new ones, and at one that can't delete. */
export async function aboutPictures(db: Db, { hosts }: Pick<Pictures, 'hosts'>): Promise<Site['pictures']> {
  const { present, disk, outside } = hosts
  const withPictures = new Set([present.id, ...(await countPlaces(db)).map(({ host }) => host)])
  const concerned = outside.filter(({ id }) => withPictures.has(id))
  const byHand = concerned.find(({ remove }) => remove === null)
  const keptBy = byHand ?? (present === disk ? concerned[0] : present)
  return {
    keptBy: keptBy?.name ?? '',
    isLoadedThere: concerned.some(({ publicAddress }) => publicAddress !== null),
    canBeRemoved: byHand === undefined,
    sizes: present.sizes,
  }
}
