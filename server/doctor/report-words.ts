import type { Finding } from '#server/ports/finding.ts'
import type { CheckReport } from './run-checks.ts'

/** A check's part of the report, in lines of text. */
export function reportLines({ number, title, state, findings }: CheckReport): string {
  const head = `${String(number).padStart(2)}. ${title}: ${state}`
  return [head, ...findings.flatMap(findingLines)].join('\n')
}

/** A finding, and what to do about it. */
export const findingLines = ({ state, found, advice }: Finding): string[] => [
  `    ${mark(state)} ${oneLine(found)}`,
  ...(advice === '' ? [] : [`      What to do: ${oneLine(advice)}`]),
]

/** How it came out, as one line. */
export function summaryWords(reports: readonly CheckReport[]): string {
  const count = (state: CheckReport['state']) => reports.filter((report) => report.state === state).length
  const [faults, warnings, skips] = [count('fault'), count('warning'), count('skipped')]
  const parts = [
    `${count('ok')} ok`,
    ...(skips > 0 ? [`${skips} skipped`] : []),
    ...(warnings > 0 ? [`${warnings} with a warning`] : []),
    ...(faults > 0 ? [`${faults} with a fault`] : []),
  ]
  return `${reports.length} checks: ${parts.join(', ')}.`
}

const mark = (state: CheckReport['state']) => ({ ok: '-', skipped: '~', warning: '?', fault: '!' })[state]
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
