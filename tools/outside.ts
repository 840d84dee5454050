// npm run test:outside: providers against the outsiders themselves, or their makers' emulators, as far as that needs no
// internet. Sets each part up, runs it, and prints a table. `-- NAME …` runs only these parts; some run only so.
import { beginRun } from '#tests/kit/run-folder.ts'
import { closeLater, runAndClose } from './run-and-close.ts'
import { PARTS } from './outside/parts.ts'
import { runPart, type Outcome } from './outside/run-part.ts'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !PARTS.some((part) => part.name === name))

function rowOf({ part, results, cannot, failed, seconds }: Outcome) {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  const counts = { tests: results.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
  return { part, ...counts, seconds, outcome: cannot ? `not here: ${cannot}` : failed ? 'FAILED' : 'passed' }
}

/** Titles name their reasons. */
const skippedOf = ({ part, results }: Outcome) =>
  results.flatMap(({ name, outcome }) => (outcome === 'skipped' ? [`${part}: skipped: ${name}`] : []))

async function runAll(): Promise<boolean> {
  const outcomes: Outcome[] = []
  const chosen = PARTS.filter(({ name, isOnRequest }) => (names.length > 0 ? names.includes(name) : !isOnRequest))
  for (const part of chosen) outcomes.push(await runPart(part))
  for (const line of outcomes.flatMap(skippedOf)) console.log(line)
  console.table(outcomes.map(rowOf))
  return outcomes.every(({ failed }) => !failed)
}

if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}.`)
  process.exitCode = 1
} else {
  closeLater(beginRun())
  await runAndClose(runAll)
}
