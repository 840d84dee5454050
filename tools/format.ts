// npm run format, of everything or the given paths.
import { runPackage } from './run-step.ts'

const paths = process.argv.slice(2)
process.exitCode = await runPackage('oxfmt', paths.length > 0 ? paths : ['.'])
