// npm test: the checks, the server tests once more on a PostgreSQL that only DATABASE_URL names, the browser journeys,
// and whether every row of the specification has a test that ran. It sets up all that it needs.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { findBrowser } from './browser.ts'
import { checkSteps, runServerTests, runSteps } from './check-steps.ts'
import { root, runPackage } from './run-step.ts'
import { missingCoverage } from './spec-coverage.ts'
import { playwrightResults, vitestResults, type TestResult } from './test-reports.ts'

const SECOND_REPORT = 'test-results/server-tests-by-url.json'
const JOURNEY_REPORT = 'test-results/journeys.json'

// What brings its own database or needs none has been shown by the first run.
const SHOWN_ALREADY = ['server/database/embedded/**', 'server/demo/**', 'server/images/encode-picture.test.ts']

/** A second cluster, which the tests know by its URL alone, as they would a server of one's own. */
async function runOnSecondCluster(): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dogear-second-'))
  await chmod(dataDir, 0o755)
  const database = await startEmbeddedDatabase({
    dataDir,
    program: 'npm test',
    durable: false,
    mayCreateDatabases: true,
  })
  try {
    const without = SHOWN_ALREADY.map((pattern) => `--exclude=${pattern}`)
    return await runServerTests(SECOND_REPORT, { DATABASE_URL: database.url }, ['server', 'tests', ...without])
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true })
  }
}

async function runJourneys(): Promise<number> {
  const browser = await findBrowser()
  return runPackage('@playwright/test', ['test'], { CHROMIUM_PATH: browser, JOURNEY_REPORT }, 'playwright')
}

async function checkSpecCoverage(): Promise<number> {
  const results = await allResults()
  const missing = await missingCoverage(path.join(root, 'docs/spec-coverage.md'), results)
  for (const line of missing) console.error(line)
  const passed = results.filter(({ outcome }) => outcome === 'passed').length
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
  console.log(`\n${passed} passed, ${results.length - passed - skipped + missing.length} failed, ${skipped} skipped`)
  return missing.length === 0 ? 0 : 1
}

async function allResults(): Promise<TestResult[]> {
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(path.join(root, file), 'utf8'))
  return [
    ...vitestResults(await read('test-results/server-tests.json')),
    ...vitestResults(await read(SECOND_REPORT)),
    ...playwrightResults(await read(JOURNEY_REPORT)),
  ]
}

await rm(path.join(root, 'test-results'), { recursive: true, force: true })
const passed = await runSteps([
  ...checkSteps,
  ['server tests on a server of one’s own', runOnSecondCluster],
  ['journeys in the browser', runJourneys],
  ['every row of the specification has its test', checkSpecCoverage],
])
process.exitCode = passed ? 0 : 1
