import { addJob, type JobPayloads } from '#server/database/add-job.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import type { Services } from '#server/services.ts'
import { movePicture } from './move-picture.ts'
import {
  addToMove,
  countPicturesToMove,
  findMove,
  finishMove,
  listPicturesToMove,
  setMoveProblem,
} from './moving.sql.ts'

/** Pictures per job: others of the queue get their turn, and a shutdown doesn't wait long. */
const BATCH = 20
const HELD_MS = 60_000

/**
 * Moves the next pictures, then books itself again; at the end notes that. Does nothing for a move that was replaced by
 * another, or whose place isn't that of this program's settings. While a host is away, or a backup holds the pictures, it notes why and is tried again.
 */
export async function moveSomePictures(
  services: Pick<Services, 'db' | 'clock' | 'images'>,
  { startedAt, after }: JobPayloads['move_pictures'],
): Promise<void> {
  const { db, clock, images } = services
  const since = new Date(startedAt)
  const move = await findMove(db)
  if (!move || move.finishedAt || move.startedAt.getTime() !== since.getTime()) return
  // Of a program that wasn't started again yet, or of all since the settings were changed once more.
  if (move.toHost !== images.hosts.present.id)
    return comeAgain(services, { startedAt, after }, 'A program of the shop still has other settings.')
  let last = after
  try {
    for (const url of await listPicturesToMove(db, images.hosts.present.id, after, BATCH)) {
      const moved = await movePicture(services, url)
      if (moved === 'held') return await comeAgain(services, { startedAt, after: last }, 'A backup is being taken.')
      await addToMove(db, since, { done: 1, lost: moved === 'lost' ? 1 : 0 })
      last = url
    }
  } catch (error) {
    const words = error instanceof ProviderError ? error.message : 'Something went wrong; the log says what.'
    await setMoveProblem(db, since, words)
    // From here on, so that a retry counts nothing twice.
    if (last === after) throw error
  }
  await db.transaction().execute(async (tx) => {
    if (last === after) await finishMove(tx, since, await countPicturesToMove(tx, images.hosts.present.id), clock.now())
    else await addJob(tx, 'move_pictures', { startedAt, after: last })
  })
}

async function comeAgain(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  payload: JobPayloads['move_pictures'],
  why: string,
): Promise<void> {
  await setMoveProblem(db, new Date(payload.startedAt), why)
  const again = new Date(clock.now().getTime() + HELD_MS)
  await db.transaction().execute((tx) => addJob(tx, 'move_pictures', payload, again))
}
