import type { Db } from '#server/database/schema.ts'
import { deleteJobs, freeJobsOf } from './jobs.sql.ts'

/**
 * Tracks this process's own jobs in case the database fails at a bad moment: stores results that could not be written,
 * and unlocks jobs of ours that nothing works on.
 */
export interface JobWatch {
  /** New workers have started; the former are gone. */
  workersStarted(id: string): void
  /** Runs a job, under watch. A job that a replaced runner still works on is awaited instead of run twice. */
  run(id: string, work: () => Promise<void>): Promise<void>
  /** Counts of jobs begun since the start, and under way. */
  progress(): { begun: number; underWay: number }
  /** Resolves when no job is under way. */
  idle(): Promise<void>
  /** Stores results that the workers could not. */
  settle(db: Db): Promise<void>
}

/** A job that was just fetched is locked already and not under way yet. */
const FETCHING_SECONDS = 30

export function jobWatch(): JobWatch {
  const gone: string[] = []
  let present: string | null = null
  const underWay = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  const done = new Set<string>()
  let begun = 0
  async function end(id: string, work: () => Promise<void>): Promise<void> {
    // Yields first, so that the job is registered in `underWay` before it can end.
    await Promise.resolve()
    try {
      await work()
      done.add(id)
    } finally {
      underWay.delete(id)
      if (underWay.size === 0) for (const resolve of waiting.splice(0)) resolve()
    }
  }
  return {
    workersStarted(id) {
      if (present !== null) gone.push(present)
      present = id
    },
    run(id, work) {
      const same = underWay.get(id)
      if (same) return same
      begun += 1
      const running = end(id, work)
      underWay.set(id, running)
      return running
    },
    progress: () => ({ begun, underWay: underWay.size }),
    idle: () => (underWay.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
    async settle(db) {
      const ended = [...done]
      await deleteJobs(db, ended)
      for (const id of ended) done.delete(id)
      await freeJobsOf(db, gone, [...underWay.keys()], 0)
      if (present !== null) await freeJobsOf(db, [present], [...underWay.keys()], FETCHING_SECONDS)
    },
  }
}
