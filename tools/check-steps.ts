import { runPackage } from './run-step.ts'

const REPORT = 'test-results/server-tests.json'

/** What `npm run check` does, in the order in which a mistake is cheapest to find. Each step gives an exit code. */
export const checkSteps: [name: string, run: () => Promise<number>][] = [
  ['format', () => runPackage('oxfmt', ['--check', '.'])],
  ['types of the routes', () => runPackage('@react-router/dev', ['typegen'], {}, 'react-router')],
  ['types', () => runPackage('typescript', ['--noEmit'], {}, 'tsc')],
  ['lint', () => runPackage('oxlint', ['--type-aware', '--deny-warnings'])],
  ['unused code', () => runPackage('knip', [])],
  ['unit and server tests', () => runServerTests(REPORT)],
]

/**
 * Unit and server tests on an embedded PostgreSQL of their own, or on the server that `env` names; all of them, or
 * those that `selection` names in the way of Vitest's command line.
 */
export function runServerTests(
  reportFile: string,
  env: Record<string, string> = {},
  selection: string[] = [],
): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  return runPackage('vitest', ['run', ...reporters, ...selection], env)
}

/** Runs steps until one fails, and says which. */
export async function runSteps(steps: [name: string, run: () => Promise<number>][]): Promise<boolean> {
  for (const [name, run] of steps) {
    console.log(`\n== ${name}`)
    if ((await run()) !== 0) {
      console.error(`\nFailed: ${name}`)
      return false
    }
  }
  return true
}
