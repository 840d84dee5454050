import { runPackage, runQuietly, type Said } from './run-step.ts'

/** Where the unit and server tests leave their report. */
export const SERVER_REPORT = 'test-results/server-tests.json'

type Step = [name: string, run: () => Promise<number>]

/** What `npm run check` does: whatever needs no running shop, at the same time, then the tests. */
export const checkSteps: Step[] = [
  ['format, types, lint, unused code', () => readTheCode()],
  ['unit and server tests', () => runServerTests(SERVER_REPORT)],
]

/** How `npm run lint` calls it, too. */
export const LINT = ['--type-aware', '--deny-warnings']

/** The addresses of the screens have types of their own, which are made first. */
export function checkTypes(): Promise<Said> {
  return withRouteTypes(makeRouteTypes(), readTypes)
}

// The compiler and the linter are programs in Go that end once they have read everything: tidying up memory meanwhile
// was a quarter of their work, for a tenth of the room.
export const UNTIDY = { GOGC: '400' }

// Only files that changed since, and those that import them, are checked again. Checkers share nothing, so that four of
// them, as is usual, do half as much again as two.
const TYPES = [
  '--noEmit',
  '--checkers',
  '2',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
]

const readTypes = () => runQuietly('typescript-native', TYPES, 'tsc', UNTIDY)
const makeRouteTypes = () => runQuietly('@react-router/dev', ['typegen'], 'react-router')

async function withRouteTypes(made: Promise<Said>, check: () => Promise<Said>): Promise<Said> {
  const routes = await made
  return routes.code === 0 ? check() : routes
}

/**
 * Each leaves a core idle at times. What one of them says stays together. Of `paths` alone, where some are given,
 * except for the types, which only the whole has.
 */
export async function readTheCode(paths: string[] = []): Promise<number> {
  // Who reads types meets them whole: while they are made anew, the files are away for a moment.
  const routes = makeRouteTypes()
  const checks = {
    format: runQuietly('oxfmt', ['--check', ...(paths.length > 0 ? paths : ['.'])]),
    types: withRouteTypes(routes, readTypes),
    lint: withRouteTypes(routes, () => runQuietly('oxlint', [...LINT, ...paths], 'oxlint', UNTIDY)),
    ...(paths.length === 0 && { 'unused code': runQuietly('knip', []) }),
  }
  let failed = 0
  for (const [name, check] of Object.entries(checks)) {
    const { code, output } = await check
    console.log(code === 0 ? `${name}: fine` : `${name}: failed\n${output}`)
    failed ||= code
  }
  return failed
}

/**
 * Unit and server tests on an embedded PostgreSQL of their own, or on the server that `env` names; all of them, or
 * those that `selection` names in the way of Vitest's command line.
 */
export function runServerTests(
  reportFile: string,
  env: Record<string, string> = {},
  selection: string[] = [],
): Promise<number> {
  return runPackage('vitest', vitestArgs(reportFile, selection), env)
}

/** The same with what they say kept back. */
export function runServerTestsQuietly(
  reportFile: string,
  env: Record<string, string>,
  selection: string[],
): Promise<Said> {
  return runQuietly('vitest', vitestArgs(reportFile, selection), 'vitest', env)
}

const vitestArgs = (reportFile: string, selection: string[]) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  return ['run', ...reporters, ...selection]
}

/** Runs steps until one fails, and says which, and how long each took. */
export async function runSteps(steps: Step[]): Promise<boolean> {
  for (const [name, run] of steps) {
    console.log(`\n== ${name}`)
    const started = Date.now()
    const code = await run()
    console.log(`-- ${Math.round((Date.now() - started) / 1000)} s`)
    if (code !== 0) {
      console.error(`\nFailed: ${name}`)
      return false
    }
  }
  return true
}
