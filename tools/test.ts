// npm test: checks, tests for a PostgreSQL known by DATABASE_URL alone, browser journeys, and whether every row of the
// specification has a test that ran. Sets up all that it needs.
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { startClusterOfTests } from '#tests/kit/cluster-of-tests.ts'
import { beginRun } from '#tests/kit/run-folder.ts'
import { preferHeadlessShell } from './browser.ts'
import { checkSteps, runServerTestsQuietly, runSteps, SERVER_REPORT } from './check-steps.ts'
import { onAnAddress } from './database-tests.ts'
import { closeLater, runAndClose } from './run-and-close.ts'
import { runJourneys } from './run-journeys.ts'
import { root, type ProgramResult } from './run-step.ts'
import { missingCoverage } from './spec-coverage.ts'
import { playwrightResults, repeatedTries, vitestResults, type TestResult } from './test-reports.ts'

const ADDRESS_REPORT = 'test-results/server-tests-by-url.json'
const JOURNEY_REPORT = 'test-results/journeys.json'

/** A second cluster that the tests know by its URL alone, like a server of the operator's. */
async function runOnAnAddress(): Promise<ProgramResult> {
  const cluster = await startClusterOfTests()
  closeLater(cluster.stop)
  try {
    return await runServerTestsQuietly(ADDRESS_REPORT, { DATABASE_URL: cluster.url }, onAnAddress)
  } finally {
    await cluster.stop()
  }
}

/** A core is idle while the journeys' demo is drawn. */
async function runJourneysAndOnAnAddress(): Promise<number> {
  preferHeadlessShell()
  const [journeys, onAddress] = await Promise.all([runJourneys([], { JOURNEY_REPORT }), runOnAnAddress()])
  console.log(onAddress.output)
  return journeys || onAddress.code
}

async function judge(): Promise<number> {
  const results = await allResults()
  const missing = await missingCoverage(path.join(root, 'docs/spec-coverage.md'), results)
  const repeated = repeatedTries(results)
  for (const line of [...missing, ...repeated.lines]) console.error(line)
  const passed = results.filter(({ outcome }) => outcome === 'passed').length
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
  const failed = results.length - passed - skipped + missing.length + (repeated.tooMany ? 1 : 0)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 ? 0 : 1
}

async function allResults(): Promise<TestResult[]> {
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(path.join(root, file), 'utf8'))
  return [
    ...vitestResults(await read(SERVER_REPORT)),
    ...vitestResults(await read(ADDRESS_REPORT)),
    ...playwrightResults(await read(JOURNEY_REPORT)),
  ]
}

closeLater(beginRun())
await rm(path.join(root, 'test-results'), { recursive: true, force: true })
await runAndClose(() =>
  runSteps([
    ...checkSteps,
    ['journeys in the browser, and what matters on a database that has an address only', runJourneysAndOnAnAddress],
    ['every row of the specification has its test, and none needed luck', judge],
  ]),
)
