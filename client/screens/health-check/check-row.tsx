import type { HealthReport, HealthState } from '#contract/settings/health-checks.ts'

const stateWords: Record<HealthState, string> = { ok: 'OK', skipped: 'Skipped', warning: 'Warning', fault: 'Fault' }
const colours: Record<HealthState, string> = {
  ok: 'text-ok',
  skipped: 'text-ink-2',
  warning: 'text-warn',
  fault: 'text-stamp',
}
const marks: Record<HealthState, string> = { ok: '✓', skipped: '–', warning: '○', fault: '!' }

/** A check with what it found, and what to do about it. */
export function CheckRow({ number, report }: { number: number; report: HealthReport }) {
  return (
    <li className="border-t border-rule py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">
          {number}. {report.title}
        </h2>
        <strong className={`text-sm ${colours[report.state]}`}>{stateWords[report.state]}</strong>
      </div>
      {report.findings.map(({ state, found, advice }) => (
        <div key={found} className="mt-1 flex gap-2 text-sm">
          <span aria-hidden="true" className={`w-3 shrink-0 text-center ${colours[state]}`}>
            {marks[state]}
          </span>
          <div className="min-w-0 wrap-anywhere">
            <p>{found}</p>
            {advice && (
              <p>
                <strong>What to do:</strong> {advice}
              </p>
            )}
          </div>
        </div>
      ))}
    </li>
  )
}
