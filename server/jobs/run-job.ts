import type { JobHelpers } from 'graphile-worker'
import { databaseTrouble } from '#server/database/trouble.ts'
import { MailRefused, StrangerRefused } from '#server/ports/mail.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import type { Log } from '#server/services.ts'
import type { JobOutages } from './job-outages.ts'
import { readMailJob, type MailJob } from './mail-job.ts'

/** The jobs that the database fails, as one kind. */
const OF_DATABASE = 'any'

/** The second comes some seconds after the first. */
const TRIES_FOR_STRANGERS = 2

/** What a log line may tell of a job's payload: whom it is about, by id. */
const NAMED = ['orderId', 'accountId', 'mail', 'to'] as const

/**
 * Runs a job, and says in words what becomes of one that fails: it is tried again, later and later; or, where another
 * try would end the same way, or after the last one, it is given up. Where an outsider or the database is away, that is
 * said of the first try alone.
 */
export async function runJob(
  { log, outages }: { log: Log; outages: JobOutages },
  { job }: Pick<JobHelpers, 'job'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    for (const kind of [job.task_identifier, OF_DATABASE]) outages.succeeded(kind)
  } catch (err) {
    const facts = { job: job.task_identifier, ...factsOf(job.payload), attempt: job.attempts, err }
    // Who is just signing up has an account a moment later, which says so.
    if (err instanceof StrangerRefused && job.attempts < TRIES_FOR_STRANGERS) throw err
    if (err instanceof MailRefused) {
      log.warn(facts, 'an email was given up: this address takes no mail')
      return
    }
    const isLast = job.attempts >= job.max_attempts
    const outage = outageBehind(err, job.task_identifier)
    const isKnown = outage !== null && outages.failed(outage)
    if (isLast) log.warn(facts, 'a job failed; this was its last try')
    else if (!isKnown) log.warn(facts, 'a job failed; it will be tried again')
    throw err
  }
}

/** The database fails all jobs alike, an outsider those of one kind; null where the job itself is to blame. */
function outageBehind(err: unknown, kind: string): string | null {
  if (err instanceof ProviderError) return kind
  return err instanceof Error && databaseTrouble(err) ? OF_DATABASE : null
}

/** Those facts of a job's payload. */
export function factsOf(payload: unknown): Record<string, string> {
  const { name: mail, params, ...rest } = readMailJob((payload ?? {}) as MailJob)
  const given: Record<string, unknown> = { ...rest, ...params, mail }
  return Object.fromEntries(
    NAMED.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]] as const] : [])),
  )
}
