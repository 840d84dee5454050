import { MOST_LEFT_BEHIND, type KeptPictures } from '#contract/images/kept-pictures.ts'
import type { Refuses } from '#contract/problems.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Services } from '#server/services.ts'
import { countPicturesToMove, findMove } from './moving/moving.sql.ts'
import { countLeftBehind, countPlaces, deleteDropped, listLeftBehind } from './picture-places.sql.ts'

type ReadServices = Pick<Services, 'db' | 'images'>

/** Where the pictures are, how far a move has come, and which ones an admin has to delete at their host. */
export async function readKeptPictures({ db, images }: ReadServices): Promise<KeptPictures> {
  const { present, outside } = images.hosts
  const deleting = outside.filter(({ remove }) => remove).map(({ id }) => id)
  const [elsewhere, places, latest, left, leftBehindCount] = await Promise.all([
    countPicturesToMove(db, present.id),
    countPlaces(db),
    findMove(db),
    listLeftBehind(db, deleting, MOST_LEFT_BEHIND),
    countLeftBehind(db, deleting),
  ])
  // One under way to another place was begun by other settings, and a new one replaces it.
  const move = latest && (latest.finishedAt || latest.toHost === present.id) ? latest : null
  const isKnown = (id: string) => outside.some((host) => host.id === id)
  return {
    present: present.name,
    elsewhere,
    unreachable: places.filter(({ host }) => !isKnown(host)).reduce((sum, { pictures }) => sum + pictures, 0),
    move: move && {
      done: move.done,
      total: move.total,
      lost: move.lost,
      finishedAt: move.finishedAt,
      problem: move.problem,
    },
    leftBehind: left.map(({ id, host, removal, since }) => ({
      id,
      host: outside.find((one) => one.id === host)?.name ?? host,
      address: removal === null ? null : images.sealer.open(removal),
      since,
    })),
    leftBehindCount,
  }
}

/** Notes that an admin deleted a picture at its host. Refuses one that isn't waiting for it, a second time as well. */
export async function notePictureDeleted(
  { db, clock, refuse }: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  adminId: string,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteDropped(tx, id))) refuse('not_found', 'This picture isn’t in the list any more.')
    await writeAudit(tx, { kind: 'picture_deleted', by: { as: 'admin', id: adminId }, at: clock.now() })
  })
}
