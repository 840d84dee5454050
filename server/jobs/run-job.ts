import type { JobHelpers } from 'graphile-worker'
import { MailRefused } from '#server/ports/mail.ts'
import type { Log } from '#server/services.ts'

/** What a log line may tell of a job's payload: whom it is about, by id. */
const NAMED = ['orderId', 'accountId', 'letter', 'to'] as const

/**
 * Runs a job, and says in words what becomes of one that fails: it is tried again, later and later; or, where another
 * try would end the same way, or after the last one, it is given up.
 */
export async function runJob(log: Log, { job }: Pick<JobHelpers, 'job'>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    const facts = { job: job.task_identifier, ...factsOf(job.payload), attempt: job.attempts, err }
    if (err instanceof MailRefused) {
      log.warn(facts, 'an email was given up: this address takes no mail')
      return
    }
    const next = job.attempts < job.max_attempts ? 'it will be tried again' : 'this was its last try'
    log.warn(facts, `a job failed; ${next}`)
    throw err
  }
}

function factsOf(payload: unknown): Record<string, string> {
  const { about, ...rest } = (payload ?? {}) as Record<string, unknown>
  const given: Record<string, unknown> = { ...rest, ...(about as object | undefined) }
  return Object.fromEntries(
    NAMED.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]] as const] : [])),
  )
}
