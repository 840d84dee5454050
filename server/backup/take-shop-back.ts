import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { clusterMajor, describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { explainMark, readMovedMark, removeMovedMark, writeMovedMark } from '#server/database/marks/moved-mark.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { UnreachableError } from './long-session.ts'
import type { MoveOptions } from './move-database.ts'
import { nameDatabase } from './name-database.ts'
import { refuseNoShop } from './no-shop.ts'
import { fromPlace, isSameDatabase, type Place, refuseOpenShop } from './open-place.ts'

/** Place the shop returns to, and its present one as far as the settings know. */
interface Back {
  dataDir: string
  from: Place
  to: Place
}

/**
 * Makes a database that was moved away the shop's again, with its contents of then: removes its mark, and the data
 * folder's tools follow. First marks the shop's present database, so that not both open; `say` reports one that can't
 * be reached. Copies and deletes nothing. Refuses a database without a mark, and while a shop runs on either
 * (OperatorError). Safe to repeat after an interruption.
 */
export async function takeShopBack(back: Back, { say, follow }: Pick<MoveOptions, 'say' | 'follow'>): Promise<void> {
  const { dataDir, to } = back
  await refuseNoShop({ dataDir, database: to })
  await fromPlace(dataDir, to, say, async (old) => {
    const mark = await readMovedMark(old)
    if (!mark)
      throw new OperatorError(`The shop in ${nameDatabase(to, dataDir)} wasn't moved away. Nothing was changed.`)
    await refuseOpenShop(old)
    await markOther(back, old, say)
    await old.query('BEGIN')
    await removeMovedMark(old)
    await old.query('COMMIT')
    await follow(to.kind === 'server' ? to.url : null)
  })
}

/** Marks the shop's present database, where there is one and it can be reached. */
async function markOther(back: Back, old: Client, say: (line: string) => void): Promise<void> {
  const { dataDir, from, to } = back
  if (from.kind === 'embedded' && (to.kind === 'embedded' || !(await hasCluster(dataDir)))) return
  try {
    await fromPlace(dataDir, from, say, async (session) => {
      if (!(await isSameDatabase(old, session))) await markAway(session, back)
    })
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    say(
      `${nameDatabase(from, dataDir)} can't be reached, and has no mark: a start there would open a second shop. See to it that there is none, or remove that database.`,
    )
  }
}

const hasCluster = async (dataDir: string) => (await clusterMajor(describeDataFolder(dataDir))) !== null

/** Refuses a database that the shop has left for a third, which is the one to mark (OperatorError). */
async function markAway(present: Client, { dataDir, to }: Back): Promise<void> {
  await refuseOpenShop(present)
  const mark = await readMovedMark(present)
  const place = nameDatabase(to, dataDir)
  if (mark?.state === 'away' && mark.place !== place) throw new OperatorError(explainMark(mark))
  const { rowCount } = await present.query("SELECT WHERE to_regclass('public.schema_migrations') IS NOT NULL")
  if (!rowCount) return
  await present.query('BEGIN')
  await writeMovedMark(present, { move: randomUUID(), state: 'away', place, isEmbedded: to.kind === 'embedded' })
  await present.query('COMMIT')
}
