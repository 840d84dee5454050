// npm run lint, of everything or the given paths; -- --fix applies automatic fixes.
import { LINT, RARE_COLLECTIONS } from './check-steps.ts'
import { runPackage } from './run-step.ts'

process.exitCode = await runPackage('oxlint', [...LINT, ...process.argv.slice(2)], RARE_COLLECTIONS)
