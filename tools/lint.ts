// npm run lint, of all or of the paths named; npm run lint -- --fix mends what can be mended by itself.
import { LINT, UNTIDY } from './check-steps.ts'
import { runPackage } from './run-step.ts'

process.exitCode = await runPackage('oxlint', [...LINT, ...process.argv.slice(2)], UNTIDY)
