import { findRowNow } from '#server/backup/look-inside/rows-now.ts'
import { openLongSession } from '#server/backup/long-session.ts'
import { refuseNoShop } from '#server/backup/no-shop.ts'
import type { Config } from '#server/config.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { openDatabaseServer } from '#server/open-database.ts'
import { withPlace } from '#tools/with-place.ts'
import { findListings, show, type ReadNow } from './look.ts'
import type { RestoreCall } from './read-arguments.ts'
import { withCopy } from './with-copy.ts'

/** Prints what a backup has, beside the shop or without one. Changes nothing. */
export async function lookInside(call: Extract<RestoreCall, { act: 'show' | 'find' }>): Promise<void> {
  await withPlace('Reading the backup', async ({ config, progress }) => {
    const lines = await withCopy(config, call.file, (file) =>
      besideShop(config, (readNow) => {
        const look = { file, readNow, progress: (done: number, total: number) => progress.update(done, total) }
        return call.act === 'find' ? findListings(call.words, look) : show(call, look)
      }),
    )
    progress.stop()
    for (const line of lines) console.log(line)
  })
}

/** Opens the shop's database to compare with, unmigrated; without a shop there is nothing to compare with. */
async function besideShop<T>(config: Config, work: (readNow: ReadNow | null) => Promise<T>): Promise<T> {
  try {
    await refuseNoShop(config)
  } catch (error) {
    if (error instanceof OperatorError) return work(null)
    throw error
  }
  const server = await openDatabaseServer(config, { as: 'tool', program: 'npm run restore', say: console.error })
  try {
    const session = await openLongSession(server.url, 'dogear restore')
    try {
      return await work((table, id) => findRowNow(session, table, id))
    } finally {
      await session.end()
    }
  } finally {
    await server.stop()
  }
}
