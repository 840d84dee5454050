import type { Services } from '#server/services.ts'
import { deleteDropped, listDropped } from './picture-places.sql.ts'

const BATCH = 100

/**
 * Deletes the pictures outside that no address leads to any more, at hosts that can; the others wait for an admin. Each
 * storing has a place of its own, so none is deleted that was stored again. Safe to repeat, and in two processes at once.
 */
export async function deleteDroppedPictures({ db, images }: Pick<Services, 'db' | 'images'>): Promise<void> {
  const deleting = new Map(images.hosts.outside.flatMap((host) => (host.remove ? [[host.id, host.remove]] : [])))
  if (deleting.size === 0) return
  for (const place of await listDropped(db, [...deleting.keys()], BATCH)) {
    await deleting.get(place.host)?.(place)
    await deleteDropped(db, place.id)
  }
}
