import type { HealthReport, HealthState } from '#contract/settings/health-checks.ts'

export const colours: Record<HealthState, string> = {
  ok: 'text-ok',
  skipped: 'text-ink-2',
  warning: 'text-warn',
  fault: 'text-stamp',
}
const marks: Record<HealthState, string> = { ok: '✓', skipped: '–', warning: '○', fault: '!' }

/** What was found, and what to do about it. */
export function FindingLine({ finding: { state, found, advice } }: { finding: HealthReport['findings'][number] }) {
  return (
    <div className="mt-1 flex gap-2 text-sm">
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
  )
}
