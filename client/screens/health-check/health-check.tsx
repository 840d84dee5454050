import { useState } from 'react'
import {
  healthCheckNames,
  healthChecks,
  runHealthCheck,
  type HealthCheckName,
  type HealthReport,
} from '#contract/settings/health-checks.ts'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { copyText } from '#client/ui/share.ts'
import { useSite } from '#client/ui/site.ts'
import { AnotherDomain } from './another-domain.tsx'
import { CheckRow } from './check-row.tsx'
import { Versions } from './versions.tsx'

type Reports = Partial<Record<HealthCheckName, HealthReport>>

/** Looks at the shop and at all that it needs, one check after the other. */
export default function HealthCheck() {
  const { name, publicUrl } = useSite()
  const [reports, setReports] = useState<Reports>({})
  const [running, setRunning] = useState<HealthCheckName | null>(null)
  const [problem, setProblem] = useState('')
  const done = healthCheckNames.flatMap((one) => reports[one] ?? [])
  const isDone = done.length === healthCheckNames.length && running === null

  async function run() {
    setReports({})
    setProblem('')
    try {
      for (const one of healthCheckNames) {
        setRunning(one)
        const report = await call(runHealthCheck, { params: { name: one } })
        setReports((before) => ({ ...before, [one]: report }))
      }
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setRunning(null)
  }

  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">
        Emails, cards, sign-in, pictures, database, backups: we look at each, and say what to do. Nothing is changed.
      </p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button"
          aria-disabled={running !== null}
          onClick={() => !running && void run()}
        >
          {running ? 'Looking…' : done.length > 0 ? 'Run the checks again' : 'Run the checks'}
        </button>
        <button
          type="button"
          className="button-outline"
          aria-disabled={!isDone}
          onClick={() => isDone && void copyText(reportText(name, publicUrl, done), 'Report copied')}
        >
          Copy the report
        </button>
      </div>
      <p role="status" className="mt-3 min-h-6">
        {running ? progressWords(running) : isDone ? outcomeWords(done) : ''}
      </p>
      <FailureLine words={problem || undefined} className="mt-1" />
      {done.length > 0 && (
        // What comes later is appended, so that nothing moves while it is read.
        <ol aria-label="Checks" className="sheet mt-4 grid max-w-3xl grid-cols-1 px-5 sm:px-6">
          {done.map((report, place) => (
            <CheckRow key={report.title} number={place + 1} report={report} />
          ))}
        </ol>
      )}
      <AnotherDomain />
      <Versions />
    </>
  )
}

const progressWords = (running: HealthCheckName) =>
  `Looking at ${healthCheckNames.indexOf(running) + 1} of ${healthCheckNames.length}: ${healthChecks[running]}`

function outcomeWords(done: readonly HealthReport[]): string {
  const count = (state: HealthReport['state']) => done.filter((report) => report.state === state).length
  const [faults, warnings] = [count('fault'), count('warning')]
  if (faults + warnings === 0) return 'All is well.'
  const parts = [
    ...(faults > 0 ? [`${faults} with a fault`] : []),
    ...(warnings > 0 ? [`${warnings} with a warning`] : []),
  ]
  return `${done.length} checks: ${parts.join(', ')}.`
}

const reportText = (name: string, publicUrl: string, done: readonly HealthReport[]): string =>
  [`${name}, ${publicUrl}, ${new Date().toISOString().slice(0, 16)}Z`, ...done.map(({ text }) => text)].join('\n')
