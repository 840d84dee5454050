// npm run test:database -- URL: every test with a database, on the given PostgreSQL (15 or newer). Its user has to be
// allowed to create databases; they are dropped again.
import { runServerTests } from './check-steps.ts'
import { onADatabase } from './database-tests.ts'

const [url = '', ...selection] = process.argv.slice(2)

if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) {
  const selected = selection.length > 0 ? selection : onADatabase
  process.exitCode = await runServerTests('test-results/database.json', { DATABASE_URL: url }, selected)
} else {
  console.error('Name the server: npm run test:database -- postgres://user:password@host:5432/postgres [FILES]')
  process.exitCode = 1
}
