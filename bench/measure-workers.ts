import { availableParallelism } from 'node:os'
import { readScreen, rendered } from './load.ts'
import { screensOf, type Bench, type Measured } from './parts.ts'
import type { Comparison } from './report.ts'
import type { ServerProcess } from './server-process.ts'

const WORKERS = 2
const PAGES_PER_ROUND = 200
/** Two workers, their database, and what asks. */
const ENOUGH_PROCESSORS = 4
const TARGET = 170

/**
 * Measures rendered pages of two workers against those of one process. The target counts where the database and what
 * sends the load have processors of their own; elsewhere the CPU of each page says as much.
 */
export async function measureWorkers({ shop, workersDir, claims, startShop, compare, some }: Bench): Promise<Measured> {
  const workers = await startShop(workersDir, { WORKERS: String(WORKERS) })
  const rows: Comparison[] = []
  for (const [title, page] of screensOf(claims)) {
    const read = (server: ServerProcess) => readScreen(server, rendered(page), some(PAGES_PER_ROUND))
    const pairs = await compare(`${title}, two workers`, [workers, shop], read)
    rows.push({ title, ...(availableParallelism() >= ENOUGH_PROCESSORS && { target: TARGET }), ...pairs })
  }
  await workers.stop()
  return { sections: [{ heads: ['Page, rendered', 'Two workers', 'One process'], rows }], figures: [] }
}
