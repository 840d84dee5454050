import type { Db } from '#server/database/schema.ts'
import { countJobs, hasJobTables } from '#server/jobs/jobs.sql.ts'
import { readJobs } from '#server/jobs/read-jobs.ts'
import { ok, skipped, warning, fault, type Finding } from '#server/ports/finding.ts'
import { checkCardEvents } from './check-card-events.ts'
import { ageInWords } from './words.ts'

interface Given {
  db: Db
  now: Date
  /** Whether a shop is open on this database, which works its jobs off. */
  isOpen: () => Promise<boolean>
  /** Whether the card provider sends events. */
  takesEvents: boolean
}

/** How what happens later stands: jobs, emails, and the last event from outside. */
export async function checkJobs({ db, now, isOpen, takesEvents }: Given): Promise<Finding[]> {
  if (!(await hasJobTables(db))) return [skipped('The database has no jobs yet.')]
  const [{ isLate, oldestDueSeconds }, { due, mails, failingMails, failing }] = await Promise.all([
    readJobs(db),
    countJobs(db),
  ])
  const waits =
    oldestDueSeconds === null
      ? 'No job waits'
      : `${counted(due, 'job is', 'jobs are')} due, the oldest for ${ageInWords(oldestDueSeconds * 1000)}`
  const findings = [
    isLate && (await isOpen())
      ? fault(
          `${waits}: nobody works them off.`,
          'Look into the log for “jobs”; the shop replaces a stalled runner by itself. Start it again if it doesn’t.',
        )
      : ok(`${waits}${isLate ? ', since the shop is closed' : ''}.`),
    failingMails > 0
      ? warning(
          `${failingMails} of ${counted(mails, 'email that waits', 'emails that wait')} failed before, and will be tried again.`,
          'Mend what the check of the emails names; they go out by themselves then.',
        )
      : ok(
          mails === 0
            ? 'No email waits.'
            : `${counted(mails, 'email waits', 'emails wait')} for the next try or their time.`,
        ),
  ]
  if (failing > 0)
    findings.push(
      warning(
        `${counted(failing, 'other job', 'other jobs')} failed before, and will be tried again.`,
        'The log says why: “a job failed; it will be tried again”.',
      ),
    )
  return [...findings, ...(takesEvents ? [(await checkCardEvents(db, now)).finding] : [])]
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
