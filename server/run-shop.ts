import type { Server } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { contentPageNames } from '#contract/screens.ts'
import { scheduleBackups } from './backup/scheduled-backups.ts'
import { buildServer } from './build-server.ts'
import { catalogueReads } from './catalogue-reads.ts'
import { readConfig, type Config } from './config.ts'
import { keepSettings } from './last-start.ts'
import { chooseDataDir } from './database/embedded/data-folder.ts'
import { OperatorError } from './database/operator-error.ts'
import { demoAccounts, accountLine } from './demo/demo-accounts.ts'
import { keepDemoOut } from './demo/keep-demo-out.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { listen } from './http/listen.ts'
import { consoleLog } from './http/log.ts'
import { serveScreens, type Screens } from './http/serve-screens.ts'
import { explainFailure } from './explain-failure.ts'
import { givenEnvironment } from './given-environment.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { openDatabase } from './open-database.ts'
import { demoPayments, openShop, pagesFolder, type Shop } from './open-shop.ts'
import { removeLitter } from './remove-litter.ts'
import { exampleSite, templateVariables } from './pages/template-variables.ts'
import { readPageSources } from './pages/read-pages.ts'
import { renderPages } from './pages/render-pages.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const DEMO_IS_IN =
  'The demo’s people and books are in this shop, and it is to be a live one. Take them out with "npm run demo -- --clear", or choose another DATA_DIR or DATABASE_URL.'

/** What has been opened so far, to be closed in reverse: at the end, or when a later step fails. */
const opened: (() => Promise<unknown>)[] = []

export interface ShopProgram {
  /** How a person starts it. */
  program: string
  /** Whether it owns the embedded database (`shop`), or uses the one of the program that started it (`tool`). */
  as: 'shop' | 'tool'
  /** Until then much can be done without them. */
  screensAreThere?: Promise<unknown>
  openScreens(server: Server): Promise<Screens>
}

async function start({ program, as, screensAreThere, openScreens }: ShopProgram): Promise<void> {
  const given = readConfig(givenEnvironment)
  await requireFreePort(given)
  const config = { ...given, dataDir: await chooseDataDir(given.dataDir, say) }
  await checkTexts(config)
  // An update whose screens can't be built leaves the database of real people as it was.
  if (config.mode === 'live') await screensAreThere
  const connection = await openDatabase(config, { as, program, say })
  opened.push(() => connection.close())
  const ownsFolder = config.database.kind === 'embedded'
  await removeLitter(config.dataDir, { ownsFolder })
  const log = consoleLog(config.logLevel)
  const shop = await openShop(config, { connection, log })
  opened.push(() => shop.close())
  sayHiddenFiles(config, shop)
  await keepSettings(config.dataDir, givenEnvironment)
  if (config.mode === 'demo') await fillDemo(config, shop)
  else if (!(await keepDemoOut(shop.services))) throw new OperatorError(DEMO_IS_IN)

  await screensAreThere
  const backups =
    config.backups &&
    scheduleBackups(shop.services, { databaseUrl: connection.url, dataDir: config.dataDir }, config.backups)
  const app = await buildServer(shop.services, {
    config,
    ...shop.server,
    ...(backups && { readBackups: () => backups.state() }),
    plugins: [
      ...shop.server.plugins,
      async (scope) =>
        serveScreens(scope, {
          screens: await openScreens(scope.server),
          site: shop.services.site,
          settings: shop.services.settings,
          reads: catalogueReads(shop.services),
          content: shop.content,
        }),
    ],
  })
  opened.push(() => app.close())
  await listen(app, config)
  const jobs = await startJobs(shop.services, connection.url, { ownsDatabase: ownsFolder })
  opened.push(() => jobs.stop())
  backups?.start()
  opened.push(async () => backups?.stop())
  say(`${shop.services.site.name} is open at ${config.publicUrl} (Ctrl-C closes it).`)
}

/** What the operator wrote and can't be used is told before anything is opened; whatever the settings say, they fit or don't. */
async function checkTexts(config: Config): Promise<void> {
  const folder = pagesFolder(config)
  const sources = await readPageSources(folder)
  renderPages(sources, templateVariables(exampleSite))
  for (const file of sources.unused)
    say(`${path.join(folder, file)} replaces no page; docs/runbook.md has their names.`)
}

/** Who changes a file and sees nothing of it would look for a mistake. */
function sayHiddenFiles(config: Config, { services: { contentPages } }: Shop): void {
  for (const name of contentPageNames) {
    const { source, below } = contentPages.find(name)
    if (source === 'admins' && below === 'operator')
      say(`${path.join(pagesFolder(config), name)}.md isn't shown: an admin has saved another text of that page.`)
  }
}

async function fillDemo(config: Config, shop: Shop): Promise<void> {
  const people = await demoAccounts(config.dataDir)
  const isNew = await seedDemo({ ...shop.services, payments: demoPayments }, people, (done, total, label) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\rDemo: ${label} (step ${done} of ${total})\u001B[K${done === total ? '\n' : ''}`)
    else if (done === total) say(`Demo: ${label} (step ${done} of ${total})`)
  })
  if (isNew) {
    say('Demo people, each with a password of their own (npm run demo tells them again):')
    for (const person of people) say(`  ${accountLine(person)}`)
  }
}

/** Better known before a minute of preparations than after. */
function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

let closing: Promise<void> | undefined

/** Once, however many signals come: no new requests, those under way are finished, then jobs, providers, database. */
function close(exitCode: number): Promise<void> {
  closing ??= (async () => {
    for (const end of opened.toReversed()) await end().catch((error: Error) => say(error.message))
    process.exit(exitCode)
  })()
  return closing
}

/**
 * Runs a shop in this process until it is asked to end, or can't go on and says why. The configuration is that of the
 * environment, which the program's first import, given-environment.ts, has kept.
 */
export async function runShop(program: ShopProgram): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(0))
  process.on('disconnect', () => void close(0))
  // The reader of our output may be gone (EPIPE); that must not end the shop.
  process.stdout.on('error', () => {})
  try {
    await start(program)
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    await close(1)
  }
}
