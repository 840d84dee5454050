import {
  endMoving,
  lockMove,
  lockCategories,
  markMoving,
  type LockedCategory,
} from '#server/categories/categories.public.ts'
import { addJob } from '#server/database/add-job.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { countBooksIn, hasBooks, moveSomeBooks } from './category-books.sql.ts'

/** Batch size: small enough that a buyer of one of them doesn't wait. */
const BATCH = 1000
/** What is done while the admin waits; the job does the rest. */
const BATCHES_AT_ONCE = 10

type MoveServices = Pick<Services, 'db' | 'log'>

/** Books the moving of all books of a category, as part of the transaction that decides it. */
export async function beginMoving(tx: Tx, from: LockedCategory, intoId: string): Promise<void> {
  await markMoving(tx, from.id, intoId)
  await addJob(tx, 'move_category', { categoryId: from.id })
}

/** Moves what an admin may wait for; how many books are left for the job to move. */
export async function moveAtOnce(services: MoveServices, from: LockedCategory): Promise<number> {
  try {
    await moveBooks(services, from.id, BATCHES_AT_ONCE)
  } catch (error) {
    services.log.warn({ categoryId: from.id, err: error }, 'moving its books goes on in the background')
  }
  return countBooksIn(services.db, from.slug)
}

/**
 * Moves the books of a category that is on its way to another one, then removes it. May be called at any time, twice at
 * once too: the one waits for the other. Books that are listed there meanwhile come along. Throws while another request changes
 * one of them, who must not wait for us while we wait for them.
 */
export async function moveBooks(
  services: Pick<Services, 'db'>,
  categoryId: string,
  mostBatches: number,
): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch += 1) if (!(await moveBatch(services, categoryId))) return
}

/** False once there is nothing left to do. */
function moveBatch({ db }: Pick<Services, 'db'>, categoryId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const way = await lockMove(tx, categoryId)
    if (!way) return false
    if ((await moveSomeBooks(tx, way.from, way.into, BATCH)) === BATCH) return true
    // Waits for listings in progress there, and keeps new ones from beginning.
    const [category] = await lockCategories(tx, [categoryId])
    if (!category) return false
    await moveSomeBooks(tx, way.from, way.into, BATCH)
    if (await hasBooks(tx, way.from)) throw new Error('Some books of the category are being changed')
    await endMoving(tx, category, way.intoId)
    return false
  })
}
