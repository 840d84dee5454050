// npm run check: everything but the browser. npm run check -- PATH …: format, lint and tests of these files or folders,
// and all types.
import { checkSteps, readTheCode, runSteps } from './check-steps.ts'
import { runPackage } from './run-step.ts'
import { listTestFiles, selectTests } from './select-tests.ts'

const paths = process.argv.slice(2)

async function runTestsOf(paths: string[]): Promise<number> {
  const { vitest } = selectTests(await listTestFiles(), paths)
  return vitest.length === 0 ? 0 : runPackage('vitest', ['run', ...vitest])
}

const steps: typeof checkSteps =
  paths.length === 0
    ? checkSteps
    : [
        ['format, types, lint', () => readTheCode(paths)],
        ['unit and server tests', () => runTestsOf(paths)],
      ]

process.exitCode = (await runSteps(steps)) ? 0 : 1
