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
/** Batches moved during the request; the job does the rest. */
const BATCHES_AT_ONCE = 10

/** Books the job that moves a category's books, in the transaction that decides it. */
export async function beginMoving(tx: Tx, from: LockedCategory, intoId: string): Promise<void> {
  await markMoving(tx, from.id, intoId)
  await addJob(tx, 'move_category', { categoryId: from.id })
}

/** Moves the first batches during the request; returns the number left for the job. */
export async function moveAtOnce(services: Pick<Services, 'db' | 'log'>, from: LockedCategory): Promise<number> {
  try {
    await moveBooks(services, from.id, BATCHES_AT_ONCE)
  } catch (error) {
    services.log.warn({ categoryId: from.id, err: error }, 'moving its books goes on in the background')
  }
  return countBooksIn(services.db, from.slug)
}

/**
 * Moves the books of a merged category to the other, then removes it. Safe at any time and twice at once: the second
 * waits. Takes along books listed there meanwhile. Throws while another request changes a book, to avoid a deadlock.
 */
export async function moveBooks(
  services: Pick<Services, 'db'>,
  categoryId: string,
  mostBatches: number,
): Promise<void> {
  for (let batch = 0; batch < mostBatches; batch += 1) if (!(await moveBatch(services, categoryId))) return
}

/** Moves a batch; false once nothing is left. */
function moveBatch({ db }: Pick<Services, 'db'>, categoryId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const way = await lockMove(tx, categoryId)
    if (!way) return false
    if ((await moveSomeBooks(tx, way.from, way.into, BATCH)) === BATCH) return true
    // Row lock: waits for listings in progress, and blocks new ones.
    const [category] = await lockCategories(tx, [categoryId])
    if (!category) return false
    await moveSomeBooks(tx, way.from, way.into, BATCH)
    if (await hasBooks(tx, way.from)) throw new Error('Some books of the category are being changed')
    await endMoving(tx, category, way.intoId)
    return false
  })
}
