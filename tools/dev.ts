// npm run dev: the demo with hot reload. A changed screen is in the browser at once, without a reload; a changed server
// file restarts the server, while its database runs on.
import { givenEnvironment } from '#server/given-environment.ts'
import { readConfig } from '#server/config.ts'
import { loadSettings } from '#server/load-settings.ts'
import { chooseDataDir } from '#server/database/embedded/data-folder.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { readLastSettings } from '#server/last-start.ts'
import { openDatabaseServer } from '#server/open-database.ts'
import { Restarted } from './dev/restarted.ts'
import { watchSources } from './dev/watch-sources.ts'
import { closeLater, runAndClose } from './run-and-close.ts'
import { root } from './run-step.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const ONLY_THE_DEMO = 'npm run dev is for working on the shop, with the demo in it; a live shop is opened by npm start.'

async function develop(): Promise<boolean> {
  // A page is hundreds of files here, more than a visitor's rate limit.
  const env = { RATE_LIMITS: 'off', ...givenEnvironment }
  const loaded = await loadSettings({ environment: env })
  const config = readConfig(loaded.values, loaded)
  const dataDir = await chooseDataDir(config.dataDir, say)
  if (config.mode === 'live' || (await readLastSettings(dataDir))?.DOGEAR_MODE === 'live')
    throw new OperatorError(ONLY_THE_DEMO)
  const database = await openDatabaseServer({ ...config, dataDir }, { as: 'shop', program: 'npm run dev', say })
  closeLater(database.stop)
  const server = new Restarted(
    `${root}/tools/dev/serve.ts`,
    { ...env, DATA_DIR: dataDir, DOGEAR_ENV_FILE: loaded.envFile ?? '' },
    say,
  )
  closeLater(() => server.end())
  server.start()
  const watch = watchSources((file) => server.restart(`${file} changed`))
  closeLater(async () => watch.close())
  // Until a signal ends the process.
  return new Promise<never>(() => {})
}

await runAndClose(() =>
  develop().catch((error: unknown) => {
    console.error(explainFailure(error))
    return false
  }),
)
