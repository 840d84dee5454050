// Takes one job of the database at this address, says so, and never ends it: for tests that kill this process.
import { jobWatch } from '#server/jobs/job-watch.ts'
import { keepWorking } from '#server/jobs/keep-working.ts'

const [url = '', holder = '', task = ''] = process.argv.slice(2)
const never = async () => {
  process.stdout.write('holds it')
  await new Promise(() => {})
}
const nothing = () => {}
await keepWorking(url, {
  log: { info: nothing, warn: nothing, error: nothing },
  holder,
  atOnce: 1,
  tasks: { [task]: never },
  watch: jobWatch(),
  onRestart: async () => {},
})
