import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { openPool } from '#server/database/open-pool.ts'
import type { Services } from '#server/services.ts'
import { eachMinute } from './each-minute.ts'
import { jobLogger } from './job-logger.ts'
import { keepSearchable } from './keep-searchable.ts'
import { jobWatch, type JobWatch } from './job-watch.ts'
import { freeAllJobs, removeRetiredJobs } from './jobs.sql.ts'
import { repeat } from './repeat.ts'
import { taskList } from './task-list.ts'

const PAUSE_MS = 1000
const AT_ONCE = 4
/** One listens for new jobs; the others fetch jobs and write down their ends. */
const CONNECTIONS = AT_ONCE + 1
const MINUTE_MS = 60_000

interface Options {
  /** Nobody else works on this database, so that a lock from before the start is that of a dead worker. */
  ownsDatabase: boolean
  /** How often the sweep comes; tests don't wait for a minute. */
  everyMs?: number
}

/**
 * Starts working off jobs, and what comes each minute; `stop` waits for those that are under way. The runner ends itself
 * when the database goes away at a bad moment; then it is started again for as long as it takes.
 */
export async function startJobs(
  services: Services,
  databaseUrl: string,
  { ownsDatabase, everyMs = MINUTE_MS }: Options,
): Promise<{ stop(): Promise<void> }> {
  await removeRetiredJobs(services.db)
  if (ownsDatabase) await freeAllJobs(services.db)
  const watch = jobWatch()
  const pool = openRunnersPool(databaseUrl)
  const workers = await keepWorking(services, pool, watch).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const minutes = repeat(eachMinute(services, watch), everyMs)
  const searching = keepSearchable(services)
  return {
    stop: async () => {
      await Promise.all([minutes.stop(), searching.stop(), workers.stop()])
      await pool.end()
    },
  }
}

/**
 * The runner's own connections. That a job was fetched, or done, need not be on the disk before the next one begins: a
 * job that ran just before the database's machine failed may run again, as every job may. What jobs do is written
 * through the shop's connections, and waits for the disk.
 */
function openRunnersPool(databaseUrl: string): Pool {
  return openPool(databaseUrl, { name: 'dogear jobs', max: CONNECTIONS, settings: { synchronous_commit: 'off' } })
}

async function keepWorking(services: Services, pool: Pool, watch: JobWatch): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const tasks = taskList(services, watch)
  const start = () => startRunner(services, pool, tasks, watch)
  let { runner, ended, unwritten } = await start()

  async function keepRunning(): Promise<void> {
    await Promise.race([ended, stopped])
    while (!signal.aborted) {
      services.log.warn({}, 'jobs: the runner has ended; starting it again')
      await sleep(PAUSE_MS)
      // Ends its clock, where it has not done so by itself.
      void runner.stop().catch(() => {})
      const next = await start().catch(() => null)
      if (!next) continue
      ;({ runner, ended, unwritten } = next)
      // What the one before held or could not write down; if that fails, the next minute does it.
      await watch.settle(services.db).catch(() => {})
      await Promise.race([ended, stopped])
    }
    await Promise.race([runner.stop().catch(() => {}), unwritten.then(watch.idle)])
  }

  const over = keepRunning()
  return {
    stop: () => {
      stopping.abort()
      return over
    },
  }
}

/**
 * Starts a runner; `ended` is when it stops to take jobs, by itself or because it shall, `unwritten` when the end of a
 * job could not be written down: from then on its `stop` may never settle.
 */
async function startRunner(
  services: Services,
  pool: Pool,
  tasks: TaskList,
  watch: JobWatch,
): Promise<{ runner: Runner; ended: Promise<void>; unwritten: Promise<void> }> {
  const events = new EventEmitter() as WorkerEvents
  // What locks carry is the name of this set of workers.
  events.on('pool:create', ({ workerPool }) => watch.workersStarted(workerPool.id))
  // The runner's own promise is no help: where the ends of some jobs could not be written down, it never settles.
  const ended = new Promise<void>((resolve) => void events.once('pool:gracefulShutdown', () => resolve()))
  const unwritten = new Promise<void>((resolve) => void events.once('pool:fatalError', () => resolve()))
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    events,
    // Not its clock: it books nothing while the time is earlier than it was before. See each-minute.ts.
    parsedCronItems: parseCronItems([]),
    concurrency: AT_ONCE,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: jobLogger(services.log),
    // Without a batch, nobody would catch that a job's end could not be written down, and that would end the program.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  return { runner, ended, unwritten }
}
