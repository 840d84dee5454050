import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromPlace, refuseOpenShop } from '#server/backup/open-place.ts'
import { restoreRows } from '#server/backup/restore-rows.ts'
import { putClusterBack, setClusterAside, setSchemasAside } from '#server/backup/set-aside.ts'
import type { Config } from '#server/config.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { takeOwnership } from '#server/database/embedded/ownership.ts'
import { readApplied } from '#server/database/migrate.ts'
import type { UpdateMark } from '#server/proving/update-mark.ts'
import { makeIdentityTables } from '#tools/with-place.ts'

type Place = Pick<Config, 'dataDir' | 'database'>
type Say = (line: string) => void
type Work<T> = Parameters<typeof fromPlace<T>>[3]

const PROGRAM = 'npm run update'
/** How long a shop may take to close after the command that stops it has ended, as `kill` does at once. */
const CLOSES_WITHIN_MS = 30_000

/** Works on the database of a closed shop, or of one that is closing; refuses one that a program is using (OperatorError). */
export const onClosedDatabase = <T>({ dataDir, database }: Place, say: Say, work: Work<T>): Promise<T> =>
  fromPlace(
    dataDir,
    database,
    say,
    async (session, url) => {
      await refuseOpenShop(session, CLOSES_WITHIN_MS)
      return work(session, url)
    },
    PROGRAM,
  )

/** Waits until a shop that was stopped has left its embedded database, which another program can't open before. */
export async function untilClosed({ dataDir, database }: Place): Promise<void> {
  const { home } = describeDataFolder(dataDir)
  if (database.kind === 'server' || !existsSync(home)) return
  for (const deadline = Date.now() + CLOSES_WITHIN_MS; Date.now() < deadline; await sleep(100)) {
    const ownership = takeOwnership(home, PROGRAM, { isTool: true })
    ownership?.release()
    if (ownership) return
  }
}

/**
 * Whether the database has other migrations than before the update. What was only added counts as well: a backup of
 * then would have tables that the program of before can't restore.
 */
export async function isChanged(place: Place, { before }: UpdateMark, say: Say): Promise<boolean> {
  const applied = await onClosedDatabase(place, say, (session) => readApplied(session))
  return applied.length !== before.length || !applied.every(({ name }) => before.includes(name))
}

/** Fills the database of a closed shop with the rows of a backup; what was there goes aside, and is named. */
export async function restoreInPlace(place: Place, backup: string, say: Say): Promise<void> {
  const now = new Date()
  if (place.database.kind === 'embedded') {
    const aside = await setClusterAside(place.dataDir, now)
    say(`What was in the database is in ${aside} now; remove that once you have seen that all is well.`)
  } else {
    const schemas = await onClosedDatabase(place, say, (session) => setSchemasAside(session, now))
    say(
      `What was in the database is in its schemas ${schemas.join(', ')} now; DROP SCHEMA … CASCADE removes them once you have seen that all is well.`,
    )
  }
  await fillEmpty(place, backup, say)
}

/** Fills an empty database with the rows of a backup. */
export const fillEmpty = (place: Place, backup: string, say: Say): Promise<void> =>
  onClosedDatabase(place, say, async (session, url) => {
    // The load takes that lock itself.
    await session.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.MIGRATING])
    await restoreRows(backup, url, { makeIdentityTables, say })
  })

/** Puts the files of the former PostgreSQL back, which the update had moved aside. */
export async function takeClusterBack({ dataDir }: Place, aside: string, say: Say): Promise<void> {
  const left = await putClusterBack(dataDir, aside, new Date())
  say(`What the other PostgreSQL had is in ${left} now; remove that once you have seen that all is well.`)
}
