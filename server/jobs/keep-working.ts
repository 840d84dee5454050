import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, run, type TaskList, type WorkerEvents, Logger } from 'graphile-worker'
import type { Log } from '#server/services.ts'
import type { JobWatch } from './job-watch.ts'
import { lockOf } from './holders.sql.ts'
import { openRunnersPool } from './runners-pool.ts'

const PAUSE_MS = 1000

export interface Workers {
  /** Replaces the current runner; harmless while it replaces itself. */
  restart(): void
  /** Stops fetching jobs, and waits for those under way. */
  stop(): Promise<void>
}

interface Options {
  log: Log
  /** The instance, to all that share the database. */
  holder: string
  /** Concurrency: jobs at once. */
  atOnce: number
  tasks: TaskList
  watch: JobWatch
  /** Called when a replacement runner has started. */
  onRestart: () => Promise<void>
}

/**
 * Supervises the job runner. A runner that ends by itself, can't fetch its first job, or is given up is replaced with
 * its connections, for as long as it takes. Rejects where the first one can't be started.
 */
export async function keepWorking(databaseUrl: string, options: Options): Promise<Workers> {
  const { log, onRestart } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let runners = 0
  const start = () => startRunner(databaseUrl, { ...options, number: (runners += 1) })
  let runner = await start()
  const trouble = restartLog(log)

  async function replace(): Promise<void> {
    trouble.restarts(runner.failure())
    // In the background: the end of a broken runner may never come.
    void runner.stop()
    while (!signal.aborted) {
      await sleep(PAUSE_MS)
      const next = await start().catch(() => null)
      if (!next) continue
      runner = next
      void next.works.then(trouble.over)
      // On failure the next minute's work does it.
      await onRestart().catch(() => {})
      return
    }
  }

  async function keepRunning(): Promise<void> {
    await Promise.race([runner.ended, stopped])
    while (!signal.aborted) {
      await replace()
      await Promise.race([runner.ended, stopped])
    }
    await runner.stop()
  }

  const over = keepRunning()
  return {
    restart: () => runner.giveUp(),
    stop: () => {
      stopping.abort()
      return over
    },
  }
}

/** Logs an outage of runners once, until one works again. */
function restartLog(log: Log) {
  let since: number | null = null
  let ended = 0
  return {
    restarts: (err: unknown) => {
      if (since === null)
        log.warn({ ...(err !== null && { err }) }, 'jobs: the runner has ended; starting it again until it works')
      since ??= performance.now()
      ended += 1
    },
    over: () => {
      if (since === null) return
      const seconds = Math.round((performance.now() - since) / 1000)
      log.warn({ restarts: ended, seconds }, 'jobs: the runner works again')
      since = null
      ended = 0
    },
  }
}

interface RunnerLife {
  /** Resolves when the runner stops fetching jobs: by itself, after a failure, or given up. */
  ended: Promise<void>
  /** Resolves when its first fetch was answered. */
  works: Promise<void>
  giveUp(): void
  /** Error of its last fetch; null after a success, or before any. */
  failure(): unknown
  /** Stops the runner once its jobs are done, and closes its connections. */
  stop(): Promise<void>
}

async function startRunner(
  databaseUrl: string,
  { log, holder, tasks, watch, atOnce, number }: Options & { number: number },
): Promise<RunnerLife> {
  const events = new EventEmitter() as WorkerEvents
  // One connection listens for new jobs; the others fetch jobs and store results.
  const pool = openRunnersPool(databaseUrl, atOnce + 1, holder)
  // Locks carry this id, which the runner would make up; it hasn't fetched a job yet.
  events.on('pool:create', ({ workerPool }) => watch.workersStarted((workerPool.id = lockOf(holder, number))))
  const { promise: works, resolve: work } = Promise.withResolvers<void>()
  events.once('worker:getJob:empty', () => work())
  events.once('job:start', () => work())
  // A job's result could not be stored: from then on the runner's own promises may never settle.
  const unwritten = new Promise<void>((resolve) => void events.once('pool:fatalError', () => resolve()))
  const { promise: ended, resolve: giveUp } = Promise.withResolvers<void>()
  events.once('pool:gracefulShutdown', () => giveUp())
  let failure: unknown = null
  events.on('worker:getJob:error', ({ error }) => (failure = error))
  for (const fetched of ['worker:getJob:empty', 'job:start'] as const) events.on(fetched, () => (failure = null))
  // The runner reads the task names once, and repeats a failure for ever.
  const failed = new Promise<void>((resolve) => void events.once('worker:getJob:error', () => resolve()))
  void Promise.race([works.then(() => 'works'), failed]).then((first) => first ?? giveUp())
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    events,
    // Cron is unused: it stops while the clock is behind. See each-minute.ts.
    parsedCronItems: parseCronItems([]),
    concurrency: atOnce,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: jobLogger(log),
    // Batches catch the error of a result that could not be stored; without them it would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  // Swallow the rejection of a runner that ended by itself; `ended` reports it.
  const settled = runner.promise.catch(() => {})
  let stopping: Promise<void> | undefined
  const stop = async () => {
    const stopped = runner.stop().then(
      () => settled,
      () => settled,
    )
    await Promise.race([stopped, unwritten.then(() => watch.idle())])
    await pool.end()
  }
  return { ended, works, giveUp, failure: () => failure, stop: () => (stopping ??= stop()) }
}

/**
 * Adapts the shop's log for the job runner: drops its routine messages and payloads, and a job's own failure, which
 * `run-job.ts` logs.
 */
function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return
    if (level === 'error') log.error({}, `jobs: ${message}`)
    else if (level === 'warning') log.warn({}, `jobs: ${message}`)
  })
}
