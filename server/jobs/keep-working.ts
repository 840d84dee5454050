import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, run, type TaskList, type WorkerEvents, Logger } from 'graphile-worker'
import type { Log } from '#server/services.ts'
import type { JobWatch } from './job-watch.ts'
import { openRunnersPool } from './runners-pool.ts'

const PAUSE_MS = 1000

export interface Workers {
  /** Gives the present runner up for another one; harmless while that happens by itself. */
  restart(): void
  /** Takes no more jobs, and waits for those under way. */
  stop(): Promise<void>
}

interface Options {
  log: Log
  /** How many jobs are done at once. */
  atOnce: number
  tasks: TaskList
  watch: JobWatch
  /** Called when another runner has begun to work in place of one that ended. */
  onRestart: () => Promise<void>
}

/**
 * Keeps a job runner at work. One that ends by itself, that can't fetch its first job, or that is given up is replaced,
 * with its connections, for as long as it takes. Rejects where the first one can't be started.
 */
export async function keepWorking(databaseUrl: string, options: Options): Promise<Workers> {
  const { log, onRestart } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let runner = await startRunner(databaseUrl, options)
  const trouble = restartLog(log)

  async function replace(): Promise<void> {
    trouble.restarts(runner.failure())
    // In the background: the end of a broken runner may never come.
    void runner.stop()
    while (!signal.aborted) {
      await sleep(PAUSE_MS)
      const next = await startRunner(databaseUrl, options).catch(() => null)
      if (!next) continue
      runner = next
      void next.works.then(trouble.over)
      // If that fails, the next minute does it.
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

/** Tells that runners end once, however many do before one works again. */
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
  /** When it stops to take jobs: by itself, because it can't fetch any, or given up. */
  ended: Promise<void>
  /** When it has asked for a job for the first time, and was answered. */
  works: Promise<void>
  giveUp(): void
  /** Why it could not fetch a job at last; null where it could, or never had to. */
  failure(): unknown
  /** Ends it once the jobs under way are done, and then its connections. */
  stop(): Promise<void>
}

async function startRunner(databaseUrl: string, { log, tasks, watch, atOnce }: Options): Promise<RunnerLife> {
  const events = new EventEmitter() as WorkerEvents
  // One listens for new jobs; the others fetch jobs and write down their ends.
  const pool = openRunnersPool(databaseUrl, atOnce + 1)
  // What locks carry is the name of this set of workers.
  events.on('pool:create', ({ workerPool }) => watch.workersStarted(workerPool.id))
  const { promise: works, resolve: work } = Promise.withResolvers<void>()
  events.once('worker:getJob:empty', () => work())
  events.once('job:start', () => work())
  // When the end of a job could not be written down: from then on the runner's own promises may never settle.
  const unwritten = new Promise<void>((resolve) => void events.once('pool:fatalError', () => resolve()))
  const { promise: ended, resolve: giveUp } = Promise.withResolvers<void>()
  events.once('pool:gracefulShutdown', () => giveUp())
  let failure: unknown = null
  events.on('worker:getJob:error', ({ error }) => (failure = error))
  for (const fetched of ['worker:getJob:empty', 'job:start'] as const) events.on(fetched, () => (failure = null))
  // It asks once which tasks the database knows, and where that failed it repeats the failure for ever.
  const failed = new Promise<void>((resolve) => void events.once('worker:getJob:error', () => resolve()))
  void Promise.race([works.then(() => 'works'), failed]).then((first) => first ?? giveUp())
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    events,
    // Not its clock: it books nothing while the time is earlier than it was before. See each-minute.ts.
    parsedCronItems: parseCronItems([]),
    concurrency: atOnce,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: jobLogger(log),
    // Without a batch, nobody would catch that a job's end could not be written down, and that would end the program.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  // Ended by itself, it settles without a word from us; `ended` says so.
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
 * Lets the job runner speak through the shop's log: its everyday chatter is left out, and so are payloads. A job's own
 * failure is left out as well, because `run-job.ts` tells it.
 */
function jobLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return
    if (level === 'error') log.error({}, `jobs: ${message}`)
    else if (level === 'warning') log.warn({}, `jobs: ${message}`)
  })
}
