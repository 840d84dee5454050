import type { Site } from '#contract/site.ts'
import type { BrowserOrigins } from '#server/ports/browser-origins.ts'
import type { Pictures, Services } from '#server/services.ts'
import { countPlaces } from './picture-places.sql.ts'

/**
 * What people must know of where pictures are: at the host that takes new ones, and at one that can't delete. Warns of
 * pictures at hosts that no setting names any more.
 */
export async function aboutPictures(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { hosts }: Pick<Pictures, 'hosts'>,
): Promise<{ site: Site['pictures']; origins: BrowserOrigins[] }> {
  const { present, disk, outside } = hosts
  const places = await countPlaces(db)
  for (const { host, pictures } of places)
    if (!outside.some(({ id }) => id === host))
      log.warn({ host, pictures }, 'pictures can’t be shown: no setting names their host any more; set it as before')
  const withPictures = new Set([present.id, ...places.map(({ host }) => host)])
  const concerned = outside.filter(({ id }) => withPictures.has(id))
  const byHand = concerned.find(({ remove }) => remove === null)
  const keptBy = byHand ?? (present === disk ? concerned[0] : present)
  const site = {
    keptBy: keptBy?.name ?? '',
    isLoadedThere: concerned.some(({ publicAddress }) => publicAddress !== null),
    canBeRemoved: byHand === undefined,
    sizes: present.sizes,
  }
  return { site, origins: concerned.map(({ origins }) => origins) }
}
