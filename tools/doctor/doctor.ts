// npm run doctor: looks at the shop and at all that it needs, while it runs or not, and says what is wrong and what to
// do. -- --send EMAIL really sends a test email. Exit code 1: there is a fault. An update reads --json, which fails only
// where nothing could be looked at, and leaves out --without NAMES.
// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import { refuseNoShop } from '#server/backup/no-shop.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { rawSecrets } from '#server/config/secret-values.ts'
import { configurationFaults } from '#server/doctor/check-configuration.ts'
import { reportLines, summaryWords } from '#server/doctor/report-words.ts'
import { hasFault, runChecks, type Check } from '#server/doctor/run-checks.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { fault, skipped } from '#server/ports/finding.ts'
import { secretGuard } from '#server/secrets/secret-guard.ts'
import { findSettings, nameShop } from '#tools/find-shop.ts'
import { readCall, UsageError } from '#tools/read-call.ts'

const PROGRAM = 'npm run doctor'
const USAGE = `${PROGRAM} looks at the shop; ${PROGRAM} -- --send name@example.org sends a test email, too.`
/** Silent outsiders may keep their connections for longer than anybody waits. */
const LINGER_MS = 500

const { sendTo, asJson, without } = await readCall(() => {
  try {
    const { values } = parseArgs({
      options: { send: { type: 'string' }, json: { type: 'boolean' }, without: { type: 'string' } },
    })
    const { send, json: asJson = false, without = '' } = values
    const rest = { asJson, without: without.split(',') }
    if (send === undefined) return { sendTo: null, ...rest }
    const address = z.safeParse(email, send)
    if (address.success) return { sendTo: address.data, ...rest }
  } catch {
    // Falls through to the usage.
  }
  throw new UsageError(USAGE)
})

/** Prints each check as soon as those before it are printed; returns the exit code. */
async function report(checks: readonly Check[], secrets: readonly string[]): Promise<number> {
  const { hide } = secretGuard(secrets)
  const asked = checks.filter(({ name }) => !without.includes(name))
  const reports = []
  for (const running of runChecks(asked, { hide, explain: explainFailure })) {
    const done = await running
    if (!asJson) console.log(reportLines(done))
    reports.push(done)
  }
  if (asJson) {
    console.log(JSON.stringify(reports))
    return 0
  }
  console.log(`\n${summaryWords(reports)}`)
  return hasFault(reports) ? 1 : 0
}

async function examine(config: Config): Promise<number> {
  if (!asJson)
    console.log(`A report of ${nameShop(config)}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.\n`)
  // Imported late: takes longer than reporting a wrong configuration.
  const { openChecks } = await import('#server/open-checks.ts')
  const { database, close } = await openForChecks(config)
  try {
    return await report(openChecks(config, { database, sendTo }), config.secrets)
  } finally {
    await close()
  }
}

/** Opens the database as it is: nothing is migrated, and none is made. */
async function openForChecks(config: Config) {
  const none = (state: typeof fault | typeof skipped, error: unknown, advice: string) => ({
    database: state(explainFailure(error), advice),
    close: async () => {},
  })
  try {
    await refuseNoShop(config)
  } catch (error) {
    return none(skipped, error, 'npm start makes it.')
  }
  try {
    const [{ openDatabaseServer }, { openLongSession }, { connect }] = await Promise.all([
      import('#server/open-database.ts'),
      import('#server/backup/long-session.ts'),
      import('#server/database/connect.ts'),
    ])
    const server = await openDatabaseServer(config, { as: 'tool', program: PROGRAM, say: console.error })
    try {
      // Says in words why it can't be reached.
      await openLongSession(server.url, PROGRAM).then((session) => session.end())
    } catch (error) {
      await server.stop()
      throw error
    }
    const { db, pool, close } = connect(server.url, { max: 3 })
    return { database: { db, pool }, close: () => close().then(() => server.stop()) }
  } catch (error) {
    return none(fault, error, 'Mend that first: without its database no shop opens.')
  }
}

async function examineWhatIsSet(): Promise<number> {
  const { dataDir, ...loaded } = await findSettings(console.error)
  try {
    return await examine({ ...readConfig(loaded.values, loaded), dataDir })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return report([{ name: 'settings', run: async () => configurationFaults(error) }], rawSecrets(loaded.values))
  }
}

try {
  process.exitCode = await examineWhatIsSet()
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
setTimeout(() => process.exit(), LINGER_MS).unref()
