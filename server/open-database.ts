import { runMigrations as migrateJobs } from 'graphile-worker'
import type { Config } from './config.ts'
import { connect, type Connection } from './database/connect.ts'
import { startEmbeddedDatabase, useEmbeddedDatabase } from './database/embedded/start-embedded.ts'
import { migrate } from './database/migrate.ts'
import { requireOwnSessions } from './database/require-own-sessions.ts'

/** A connection to the shop's migrated database. `close` ends the embedded one too, where it is ours. */
export type ShopDatabase = Connection & { url: string }

/**
 * Opens the database that the configuration names, up to date. The shop itself owns the embedded one (`as: 'shop'`);
 * a tool uses the one of the running shop, or starts it for as long as it needs it.
 */
export async function openDatabase(
  config: Pick<Config, 'database' | 'dataDir'>,
  { as, program, say }: { as: 'shop' | 'tool'; program: string; say: (line: string) => void },
): Promise<ShopDatabase> {
  const server =
    config.database.kind === 'server'
      ? { url: config.database.url, stop: async () => {} }
      : await (as === 'shop' ? startEmbeddedDatabase : useEmbeddedDatabase)({
          dataDir: config.dataDir,
          program,
          log: say,
        })
  const connection = connect(server.url)
  const close = async () => {
    await connection.close()
    await server.stop()
  }
  try {
    await bringUpToDate(server.url, say)
    return { ...connection, url: server.url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** On connections of its own: an index on a large shop may take longer than any answer is otherwise waited for. */
async function bringUpToDate(url: string, say: (line: string) => void): Promise<void> {
  const { pool, close } = connect(url, { max: 2, answerTimeout: null })
  try {
    await requireOwnSessions(pool)
    for (const name of await migrate(pool)) say(`Database: ${name}`)
    // The tables of the jobs, which orders book from the first moment on.
    await migrateJobs({ pgPool: pool })
  } finally {
    await close()
  }
}
