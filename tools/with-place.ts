// First: it decides which build of the others is loaded.
import { givenEnvironment } from '#server/given-environment.ts'
import { readConfig, type Config } from '#server/config.ts'
import { chooseDataDir } from '#server/database/embedded/data-folder.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { showProgress, type ShownProgress } from './progress.ts'
import { UsageError } from './with-shop.ts'

/** What a tool works with that looks at the shop from outside. */
export interface Place {
  config: Config
  progress: ShownProgress
  /** Aborted by Ctrl-C: what was begun is taken back. A second one ends the program at once. */
  signal: AbortSignal
}

/**
 * Runs a tool on the places that the configuration names, without opening the shop. What can't go on is said in a
 * sentence, with exit code 1.
 */
export async function withPlace(title: string, work: (place: Place) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort())
  const progress = showProgress(title)
  try {
    const given = readConfig(givenEnvironment)
    const config = { ...given, dataDir: await chooseDataDir(given.dataDir, console.error) }
    await work({ config, progress, signal: stopping.signal })
  } catch (error) {
    progress.stop()
    if (stopping.signal.aborted) console.error('Stopped. Nothing was changed.')
    else console.error(error instanceof UsageError ? error.message : explainFailure(error))
    process.exitCode = 1
  } finally {
    progress.stop()
  }
}

/** Where a database is, for people: without its password. */
export function nameOf(database: Config['database'], dataDir: string): string {
  if (database.kind === 'embedded') return `the embedded database in ${dataDir}`
  const { hostname, port, pathname, search } = new URL(database.url)
  const host = new URLSearchParams(search).get('host') ?? hostname
  return `the database ${pathname.slice(1)} on ${host}${port && `:${port}`}`
}
