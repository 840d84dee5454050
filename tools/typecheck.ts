// npm run typecheck: the types of everything.
import { checkTypes } from './check-steps.ts'

const { code, output } = await checkTypes()
if (code !== 0) console.error(output)
process.exitCode = code
