import type { JobHelpers } from 'graphile-worker'
import { databaseTrouble } from '#server/database/trouble.ts'
import { MailRefused, StrangerRefused } from '#server/ports/mail.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import type { Log, Metrics } from '#server/services.ts'
import type { JobOutages } from './job-outages.ts'
import { readMailJob, type MailJob } from './mail-job.ts'

/** Kind of outage for all jobs that the database fails. */
const OF_DATABASE = 'any'

/** The second try comes some seconds after the first. */
const TRIES_FOR_STRANGERS = 2

/** Payload fields that may be logged: ids only. */
const NAMED = ['reqId', 'orderId', 'accountId', 'mail', 'to'] as const

/**
 * Runs a job, and logs whether a failed one is retried with backoff or given up: after its last try, or where a retry
 * would end the same way. While an outside service or the database is away, only the first failure is logged.
 */
export async function runJob(
  { log, outages, metrics }: { log: Log; outages: JobOutages; metrics: Pick<Metrics, 'jobEnded'> },
  { job }: Pick<JobHelpers, 'job'>,
  work: () => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const ended = (outcome: 'done' | 'failed' | 'given_up') =>
    metrics.jobEnded(job.task_identifier, outcome, (performance.now() - begun) / 1000)
  try {
    await work()
    ended('done')
    for (const kind of [job.task_identifier, OF_DATABASE]) outages.succeeded(kind)
  } catch (err) {
    const facts = { job: job.task_identifier, ...factsOf(job.payload), attempt: job.attempts, err }
    // A sign-up in progress creates the account a moment later.
    if (err instanceof StrangerRefused && job.attempts < TRIES_FOR_STRANGERS) throw err
    const isRefused = err instanceof MailRefused
    const isLast = job.attempts >= job.max_attempts
    ended(isRefused || isLast ? 'given_up' : 'failed')
    if (isRefused) {
      log.warn(facts, 'an email was given up: this address takes no mail')
      return
    }
    const outage = outageBehind(err, job.task_identifier)
    const isKnown = outage !== null && outages.failed(outage)
    if (isLast) log.warn(facts, 'a job failed; this was its last try')
    else if (!isKnown) log.warn(facts, 'a job failed; it will be tried again')
    throw err
  }
}

/**
 * The kind of outage behind an error: of the database, or of one kind of job; null where the job itself is to blame.
 */
function outageBehind(err: unknown, kind: string): string | null {
  if (err instanceof ProviderError) return kind
  return err instanceof Error && databaseTrouble(err) ? OF_DATABASE : null
}

/** The loggable facts of a job's payload. */
export function factsOf(payload: unknown): Record<string, string> {
  const { name: mail, params, ...rest } = readMailJob((payload ?? {}) as MailJob)
  const given: Record<string, unknown> = { ...rest, ...params, mail }
  return Object.fromEntries(
    NAMED.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]] as const] : [])),
  )
}
