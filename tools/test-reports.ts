import path from 'node:path'
import { z } from 'zod'
import { root } from './run-step.ts'

export interface TestResult {
  /** File and full title, as `docs/spec-coverage.md` names a test: 'tests/journeys/buyer.spec.ts › buys a book'. */
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
}

const outcomeOf = (status: string): TestResult['outcome'] => {
  if (['passed', 'expected', 'flaky'].includes(status)) return 'passed'
  return ['skipped', 'pending', 'todo'].includes(status) ? 'skipped' : 'failed'
}

const nameOf = (file: string, titles: string[]) =>
  [path.relative(root, path.resolve(root, file)), ...titles].join(' › ')

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
})

/** Reads what Vitest's JSON reporter wrote. */
export function vitestResults(report: unknown): TestResult[] {
  return vitestReport.parse(report).testResults.flatMap((file) =>
    file.assertionResults.map(({ ancestorTitles, title, status }) => ({
      name: nameOf(file.name, [...ancestorTitles, title]),
      outcome: outcomeOf(status),
    })),
  )
}

interface Suite {
  title: string
  file?: string | undefined
  specs?: { title: string; file: string; tests: { status: string }[] }[] | undefined
  suites?: Suite[] | undefined
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    file: z.string().optional(),
    specs: z
      .array(z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }))
      .optional(),
    suites: z.array(suite).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(suite) })

/** Reads what Playwright's JSON reporter wrote; files there are relative to the journeys' folder. */
export function playwrightResults(report: unknown): TestResult[] {
  return playwrightReport.parse(report).suites.flatMap((file) => resultsOf(file, []))
}

function resultsOf({ specs = [], suites = [] }: Suite, titles: string[]): TestResult[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status }) => ({
      name: nameOf(path.join('tests/journeys', file), [...titles, title]),
      outcome: outcomeOf(status),
    })),
  )
  return [...own, ...suites.flatMap((inner) => resultsOf(inner, [...titles, inner.title]))]
}
