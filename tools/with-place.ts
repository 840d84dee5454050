// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import type { Config } from '#server/config.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { findShop } from './find-shop.ts'
import { showProgress, type ShownProgress } from './progress.ts'
import { UsageError } from './read-call.ts'

/** Context of a tool that looks at the shop from outside. */
export interface Place {
  config: Config
  progress: ShownProgress
  /** Aborted by Ctrl-C: the tool undoes what it has begun. A second one ends the program at once. */
  signal: AbortSignal
}

/**
 * Runs a tool on the configured places, without opening the shop. An OperatorError is printed as a sentence, with exit
 * code 1.
 */
export async function withPlace(title: string, work: (place: Place) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort())
  const progress = showProgress(title)
  try {
    const config = await findShop(console.error, { mayBeNew: true })
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

/** Creates the identity provider's tables in an empty database; loads the provider on the first call. */
export async function makeIdentityTables(databaseUrl: string): Promise<void> {
  const shop = await import('#server/open-shop.ts')
  await shop.makeIdentityTables(databaseUrl)
}
