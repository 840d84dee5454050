// npm run format, of all or of the paths named.
import { runPackage } from './run-step.ts'

const paths = process.argv.slice(2)
process.exitCode = await runPackage('oxfmt', paths.length > 0 ? paths : ['.'])
