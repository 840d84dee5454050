import path from 'node:path'
import { z } from 'zod'
import { root } from './run-step.ts'

export interface TestResult {
  /** File, groups and title: 'tests/journeys/orders/buyer.spec.ts › buys a book [buyer-1]'. */
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** Failure before a passing retry; null otherwise. */
  firstFailure: string | null
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
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})

/** Reads the report of Vitest's JSON reporter. */
export function vitestResults(report: unknown): TestResult[] {
  return vitestReport.parse(report).testResults.flatMap((file) =>
    file.assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      name: nameOf(file.name, [...ancestorTitles, title]),
      outcome: outcomeOf(status),
      // The only sign of a retry: a passed test with messages of a failure.
      firstFailure: status === 'passed' ? (failureMessages[0] ?? null) : null,
    })),
  )
}

const journey = z.object({
  status: z.string(),
  results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
})
const spec = z.object({ title: z.string(), file: z.string(), tests: z.array(journey) })
interface Suite {
  title: string
  file?: string | undefined
  specs?: z.infer<typeof spec>[] | undefined
  suites?: Suite[] | undefined
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    file: z.string().optional(),
    specs: z.array(spec).optional(),
    suites: z.array(suite).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(suite) })

/** Reads the report of Playwright's JSON reporter; its paths are relative to the journeys' `folder`. */
export function playwrightResults(report: unknown, folder = 'tests/journeys'): TestResult[] {
  return playwrightReport.parse(report).suites.flatMap((file) => resultsOf(file, folder, []))
}

function resultsOf({ specs = [], suites = [] }: Suite, folder: string, titles: string[]): TestResult[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({
      name: nameOf(path.join(folder, file), [...titles, title]),
      outcome: outcomeOf(status),
      firstFailure: status === 'flaky' ? (results[0]?.errors[0]?.message ?? 'It did not say why.') : null,
    })),
  )
  return [...own, ...suites.flatMap((inner) => resultsOf(inner, folder, [...titles, inner.title]))]
}

const REPEATED_AT_MOST = 2

/** Lists tests that passed only on a retry, by name and reason, and whether there are too many. */
export function repeatedTries(results: TestResult[]): { lines: string[]; tooMany: boolean } {
  const lines = results.flatMap(({ name, firstFailure }) =>
    firstFailure === null ? [] : [`Passed only when tried again: ${name}\n${firstFailure}`],
  )
  const tooMany = lines.length > REPEATED_AT_MOST
  if (tooMany) lines.push(`${lines.length} tests had to be tried again, and at most ${REPEATED_AT_MOST} may.`)
  return { lines, tooMany }
}
