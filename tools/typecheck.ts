// npm run typecheck: checks all types.
import { checkTypes } from './check-steps.ts'

const { code, output } = await checkTypes()
if (code !== 0) console.error(output)
process.exitCode = code
