import { runPackage, runQuietly, type ProgramResult } from './run-step.ts'

/** Report file of the unit and server tests. */
export const SERVER_REPORT = 'test-results/server-tests.json'

type Step = [name: string, run: () => Promise<number>]

/** Steps of `npm run check`: static checks at the same time, then the tests. */
export const checkSteps: Step[] = [
  ['format, types, lint, unused code', () => readTheCode()],
  ['unit and server tests', () => runServerTests(SERVER_REPORT)],
]

/** Arguments shared with `npm run lint`. */
export const LINT = ['--type-aware', '--deny-warnings']

/** Generates the types of screens' addresses, then checks all types. */
export function checkTypes(): Promise<ProgramResult> {
  return withRouteTypes(makeRouteTypes(), readTypes)
}

// Compiler and linter are short-lived Go programs: garbage collection was a quarter of their work, for a tenth of the
// memory.
export const RARE_COLLECTIONS = { GOGC: '400' }

// Incremental: only changed files and their importers are checked again. Checkers share nothing, so that the usual four
// do half as much again as two.
const TYPES = [
  '--noEmit',
  '--checkers',
  '2',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
]

const readTypes = () => runQuietly('typescript-native', TYPES, 'tsc', RARE_COLLECTIONS)
const makeRouteTypes = () => runQuietly('@react-router/dev', ['typegen'], 'react-router')

async function withRouteTypes(
  made: Promise<ProgramResult>,
  check: () => Promise<ProgramResult>,
): Promise<ProgramResult> {
  const routes = await made
  return routes.code === 0 ? check() : routes
}

/**
 * Runs the static checks concurrently, since each leaves a core idle at times; prints each check's output in one piece.
 * `paths` limits all but the types.
 */
export async function readTheCode(paths: string[] = []): Promise<number> {
  // Route types are deleted and generated again: what reads types waits for it.
  const routes = makeRouteTypes()
  const checks = {
    format: runQuietly('oxfmt', ['--check', ...(paths.length > 0 ? paths : ['.'])]),
    types: withRouteTypes(routes, readTypes),
    lint: withRouteTypes(routes, () => runQuietly('oxlint', [...LINT, ...paths], 'oxlint', RARE_COLLECTIONS)),
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
 * Runs unit and server tests on an embedded PostgreSQL, or the server that `env` names; all of them, or the `selection`
 * in Vitest's command-line form.
 */
export function runServerTests(
  reportFile: string,
  env: Record<string, string> = {},
  selection: string[] = [],
): Promise<number> {
  return runPackage('vitest', vitestArgs(reportFile, selection), env)
}

/** Runs the server tests and captures their output. */
export function runServerTestsQuietly(
  reportFile: string,
  env: Record<string, string>,
  selection: string[],
): Promise<ProgramResult> {
  return runQuietly('vitest', vitestArgs(reportFile, selection), 'vitest', env)
}

const vitestArgs = (reportFile: string, selection: string[]) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  return ['run', ...reporters, ...selection]
}

/** Runs steps until one fails; prints which, and how long each took. */
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
