import type { HealthReport, HealthState } from '#contract/settings/health-checks.ts'
import { colours, FindingLine } from './finding-line.tsx'

const stateWords: Record<HealthState, string> = { ok: 'OK', skipped: 'Skipped', warning: 'Warning', fault: 'Fault' }

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
      {report.findings.map((finding) => (
        <FindingLine key={finding.found} finding={finding} />
      ))}
    </li>
  )
}
