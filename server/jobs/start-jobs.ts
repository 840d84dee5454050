import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contract/duration.ts'
import type { Services } from '#server/services.ts'
import { eachMinute } from './each-minute.ts'
import { goneHolders } from './gone-holders.ts'
import { jobOutages, type JobOutages } from './job-outages.ts'
import { keepSearchable } from './keep-searchable.ts'
import { jobWatch } from './job-watch.ts'
import { freeAllJobs, removeRetiredJobs } from './jobs.sql.ts'
import { keepWorking } from './keep-working.ts'
import { repeat } from './repeat.ts'
import { stallWatch } from './stall-watch.ts'
import { taskList } from './task-list.ts'

const LOOK_MS = 10_000
const LOOK_FOR_GONE_MS = 2000

interface Options {
  /** No other program uses this database: a lock from before the start belongs to a dead worker. */
  ownsDatabase: boolean
  /** Interval of the sweep; tests shorten it. */
  everyMs?: number
  /** Interval of the look for instances that are gone; tests shorten it. */
  lookForGoneMs?: number
  /** Shares outages with GET /api/ready; they are logged in any case. */
  outages?: JobOutages
  /** Maximum connections of the runner: one more than its concurrent jobs. */
  connections: number
}

/**
 * Starts the job runner and the minute's work; `stop` waits for jobs under way. A runner that ends, or stalls while
 * jobs are due, is replaced for as long as it takes (decision 77).
 */
export async function startJobs(
  services: Services,
  databaseUrl: string,
  {
    ownsDatabase,
    everyMs = MINUTE_MS,
    lookForGoneMs = LOOK_FOR_GONE_MS,
    connections,
    outages = jobOutages(services.log),
  }: Options,
): Promise<{ stop(): Promise<void> }> {
  await removeRetiredJobs(services.db)
  if (ownsDatabase) await freeAllJobs(services.db)
  const watch = jobWatch()
  const tasks = taskList(services, watch, outages)
  const { db, log } = services
  const atOnce = connections - 1
  const holder = randomUUID()
  const onRestart = () => watch.settle(db)
  const workers = await keepWorking(databaseUrl, { log, holder, atOnce, tasks, watch, onRestart })
  const { restart } = workers
  const stall = stallWatch({ db, log, tasks: Object.keys(tasks), watch, atOnce, restart })
  const looks = repeat(stall.look, LOOK_MS)
  const others = ownsDatabase ? null : repeat(goneHolders({ db, log, own: holder }).look, lookForGoneMs)
  const minute = eachMinute(services, watch)
  const minutes = repeat(async () => {
    outages.settle()
    await minute()
  }, everyMs)
  const searching = keepSearchable(services)
  return {
    stop: async () => {
      await Promise.all([looks.stop(), others?.stop(), minutes.stop(), searching.stop(), workers.stop()])
    },
  }
}
