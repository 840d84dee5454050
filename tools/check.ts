// npm run check: everything but the browser.
import { checkSteps, runSteps } from './check-steps.ts'

process.exitCode = (await runSteps(checkSteps)) ? 0 : 1
