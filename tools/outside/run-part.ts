import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { runServerTests } from '#tools/check-steps.ts'
import { runJourneys } from '#tools/run-journeys.ts'
import { root } from '#tools/run-step.ts'
import { playwrightResults, vitestResults, type TestResult } from '#tools/test-reports.ts'
import { closeLater } from '#tools/run-and-close.ts'
import type { OutsidePart } from './part.ts'

const FOLDER = 'tests/outside'
/** Has both runners look into that folder alone. */
const OUTSIDE = { OUTSIDE: 'yes' }

/** Outcome of a part: its tests, or why it could not run, and seconds. */
export interface Outcome {
  part: string
  results: TestResult[]
  /** Why it did not run on this machine. */
  cannot: string | null
  /** Whether anything failed, a report that is missing included. */
  failed: boolean
  seconds: number
}

/** Sets a part up, runs its tests, and ends what it started. Never rejects: a failure to set up is the part's failure. */
export async function runPart(part: OutsidePart): Promise<Outcome> {
  console.log(`\n== ${part.name}`)
  const started = Date.now()
  const outcome = await attempt(part).catch((error: unknown) => {
    console.error(error)
    return { results: [], cannot: null, failed: true }
  })
  return { part: part.name, ...outcome, seconds: Math.round((Date.now() - started) / 1000) }
}

async function attempt(part: OutsidePart): Promise<Pick<Outcome, 'results' | 'cannot' | 'failed'>> {
  const outside = await part.setUp()
  if ('cannot' in outside) return { results: [], cannot: outside.cannot, failed: false }
  let ended: Promise<unknown> | undefined
  const tearDown = () => (ended ??= outside.tearDown())
  closeLater(tearDown)
  try {
    const runs = [await runTests(part, outside.env), await runBrowser(part, outside.env)]
    const results = runs.flatMap((run) => run.results)
    // A part without tests proves nothing.
    const failed =
      results.length === 0 ||
      runs.some(({ code }) => code !== 0) ||
      results.some((result) => result.outcome === 'failed')
    return { results, cannot: null, failed }
  } finally {
    await tearDown()
  }
}

const NOTHING = { code: 0, results: [] as TestResult[] }

async function runTests({ name, tests }: OutsidePart, env: Record<string, string>): Promise<typeof NOTHING> {
  if (tests.length === 0) return NOTHING
  const report = `test-results/outside-${name}.json`
  const code = await runServerTests(report, { ...env, ...OUTSIDE }, tests)
  return { code, results: vitestResults(await read(report)) }
}

async function runBrowser(
  { name, journeys, areUsual }: OutsidePart,
  env: Record<string, string>,
): Promise<typeof NOTHING> {
  if (journeys.length === 0 && !areUsual) return NOTHING
  const JOURNEY_REPORT = `test-results/outside-${name}-journeys.json`
  const code = await runJourneys(journeys, { ...env, ...(!areUsual && OUTSIDE), JOURNEY_REPORT })
  return { code, results: playwrightResults(await read(JOURNEY_REPORT), areUsual ? 'tests/journeys' : FOLDER) }
}

const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(path.join(root, file), 'utf8'))
