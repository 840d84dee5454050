import type { Server } from 'node:http'
import path from 'node:path'
import { makeFirstAdminLink } from './accounts/first-admin/first-admin.ts'
import type { ScheduledBackups } from './backup/scheduled-backups.ts'
import type { Config } from './config.ts'
import { OperatorError } from './database/operator-error.ts'
import { readMigrations } from './database/read-migrations.ts'
import { logReplicas } from './database/replicas/replicas.ts'
import { demoAccounts, accountLine, NO_SIGN_IN } from './demo/demo-accounts.ts'
import { keepDemoOut } from './demo/keep-demo-out.ts'
import type { EarlyServer } from './http/opening/early-server.ts'
import type { Stage } from './http/opening/stages.ts'
import type { Screens } from './http/serve-screens.ts'
import { jobOutages, type JobOutages } from './jobs/job-outages.ts'
import { keepPurging } from './jobs/keep-purging.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { workWhileOurs } from './jobs/work-while-ours.ts'
import { processMetrics } from './metrics/read-metrics.ts'
import { openDatabase, type ShopDatabase } from './open-database.ts'
import { demoPayments, openShop, type Shop } from './open-shop.ts'
import { pagesFolder } from './pages/read-pages.ts'
import { beginProof, type Proof } from './proving/begin-proof.ts'
import { removeLitter } from './remove-litter.ts'
import { markAsOurs, refuseEmpty, refuseForgotten, refuseOtherKeys } from './same-shop.ts'
import { beginIndex, indexBooks } from './search/index-books.ts'
import { openBackups, openLog, ROOT, serveShop } from './serve-shop.ts'
import type { Log } from './services.ts'
import { shareKeys } from './secrets/share-keys.ts'
import type { Workers } from './workers/workers.ts'

const DEMO_IS_IN =
  'The demo’s people and books are in this shop, and it is to be a live one. Take them out with "npm run demo -- --clear", or choose another DATA_DIR or DATABASE_URL.'

export interface ShopProgram {
  /** Command that starts it. */
  program: string
  /** Whether it owns the embedded database (`shop`), or uses the one of the program that started it (`tool`). */
  as: 'shop' | 'tool'
  /** Whether a shop may begin where another was. */
  isNew?: boolean
  /** Resolves when the screens are built; much can start before. */
  screensAreThere?: Promise<unknown>
  openScreens(server: Server): Promise<Screens>
  /** How long requests wait for the shop to open before they are answered with 503, in milliseconds; tests pass more. */
  heldMs?: number
  /** Hashes passwords; tests pass a cheaper hasher. */
  hashPassword?: Parameters<typeof openShop>[1]['hashPassword']
}

/** What answers at the port: this process, or workers. */
export type Front = { server: EarlyServer; workers?: undefined } | { workers: Workers }

interface Watch {
  /** Collects cleanups, each as soon as its resource is open; call them in reverse. */
  opened: (() => Promise<unknown>)[]
  /** Prints sentences for the operator. */
  say: (line: string) => void
  /** Stores what the shop was started with. */
  remember: () => Promise<void>
  /** Listens already; the shop takes it over. */
  front: Front
  /** Says what the start is doing. */
  setStage: (stage: Stage) => void
  /** Shuts the program down because it can't go on. */
  fail: () => void
}

/** Opens the database and the shop on it, which then answers at the server. */
export async function openForPeople(
  config: Config,
  { program, as, isNew = false, screensAreThere, openScreens, hashPassword }: ShopProgram,
  { opened, say, remember, front, setStage, fail }: Watch,
): Promise<void> {
  const log = await openLog(config, as, { opened, fail })
  // Wait for the screens: an update that can't build them must not migrate the database of real people.
  if (config.mode === 'live') await screensAreThere
  await refuseForgotten(config, isNew)
  const proof = await beginProof(config.dataDir, ROOT)
  // An update has taken a backup already.
  const place = proof ? { ...config, backupBeforeUpdate: false } : config
  const connection = await openDatabase(place, {
    as,
    program,
    say,
    refuseEmpty: () => refuseEmpty(config),
    onUpdate: () => setStage('updating'),
  })
  opened.push(() => connection.close())
  await shareKeys(connection.db, config, isNew)
  if (connection.replicas) logReplicas(connection.replicas, log)
  await refuseOtherKeys(connection.db, config, isNew)
  await removeLitter(config.dataDir, { ownsFolder: config.database.kind === 'embedded' })
  const shop = await openShop(config, { connection, log, hashPassword })
  opened.push(() => shop.close())
  sayHiddenFiles(config, shop, say)
  await remember()
  await markAsOurs(connection.db, config)
  if (config.mode === 'demo') {
    setStage('demo')
    await fillDemo(config, shop, say)
  } else if (!(await keepDemoOut(shop.services))) throw new OperatorError(DEMO_IS_IN)

  await screensAreThere
  const backups = await openBackups(config, shop, connection.url)
  const outages = jobOutages(log)
  const app = await answer({ config, shop, connection, proof, backups, outages, log }, { front, openScreens, opened })
  if (proof) await untilProven(proof, say)
  const { purges } = shop.server
  const purging =
    purges && (await workWhileOurs({ catalogue: connection.catalogue, log }, () => keepPurging(shop.services, purges)))
  const jobs = config.role === 'web' ? null : await beginJobs(config, shop, { connection, log, outages })
  // In parallel: a job may take half a minute, and no new requests are accepted meanwhile.
  opened.push(() => Promise.all([app.close(), jobs?.stop(), purging?.stop()]))
  if (config.role === 'web') backups?.watch()
  else backups?.start()
  opened.push(async () => backups?.stop())
  const toClose = process.stdout.isTTY ? ' (Ctrl-C closes it)' : ''
  say(`${shop.services.site.name} is open at ${config.publicUrl}${filesIn(config)}${inWords(config, front)}${toClose}.`)
  await sayFirstAdmin(config, shop, say)
}

const inWords = ({ workers, role }: Config, front: Front) =>
  `${front.workers ? `, by ${workers} workers` : ''}${role === 'all' ? '' : `; this instance’s role is ${role}`}`

interface OpenShop {
  config: Config
  shop: Shop
  connection: ShopDatabase
  proof: Proof | null
  backups: ScheduledBackups | null
  outages: JobOutages
  log: Log
}

/** Has the shop answer at the port, in this process or in workers. */
async function answer(
  { config, outages, log, backups, ...of }: OpenShop,
  { front, openScreens, opened }: Pick<Watch, 'front' | 'opened'> & Pick<ShopProgram, 'openScreens'>,
): Promise<{ close(): Promise<unknown> }> {
  const mailFailingSince = () => outages.since('send_mail')
  const { shop, connection } = of
  if (!front.workers) {
    const own = { ...(backups && { backups }), ...(config.role !== 'web' && { mailFailingSince }) }
    return serveShop(config, { ...of, ...own, server: front.server, openScreens, opened })
  }
  await front.workers.open({
    log,
    databaseUrl: connection.url,
    migrations: (await readMigrations()).map(({ name }) => name),
    googleStandIn: shop.googleStandIn,
    background: () => ({
      mailFailingSince: mailFailingSince()?.getTime() ?? null,
      backups: backups && JSON.stringify(backups.state()),
    }),
    readMetrics: () => processMetrics(shop.server),
  })
  return front.workers
}

/** Prints a link for the first admin of a live shop, where an operator looks after a start: in the log, too. */
async function sayFirstAdmin({ mode }: Config, { services }: Shop, say: Watch['say']): Promise<void> {
  const first = mode === 'live' ? await makeFirstAdminLink(services) : null
  if (first) say(first.words)
}

/** While an update proves this program it does no job: what that did would be lost if the update goes back. */
async function untilProven({ over }: Proof, say: Watch['say']): Promise<void> {
  say('An update is proving this program: the shop shows everything, and takes nothing until that is over.')
  await over
}

const beginJobs = (
  { database, connections }: Config,
  { services }: Shop,
  { connection, log, outages }: { connection: ShopDatabase; log: Log; outages: JobOutages },
) =>
  workWhileOurs({ catalogue: connection.catalogue, log }, () =>
    startJobs(services, connection.url, {
      ownsDatabase: database.kind === 'embedded',
      connections: connections.jobs,
      outages,
    }),
  )

const filesIn = ({ files }: Config) => (files.length === 0 ? '' : `, with the settings of ${files.join(' and ')}`)

/** Warns of files without effect, because an admin's text replaces them. */
function sayHiddenFiles(config: Config, { services: { contentPages } }: Shop, say: Watch['say']): void {
  for (const name of contentPages.hiddenFiles())
    say(`${path.join(pagesFolder(config), name)}.md isn't shown: an admin has saved another text of that page.`)
}

async function fillDemo(config: Config, shop: Shop, say: Watch['say']): Promise<void> {
  const { seedDemo } = await import('./demo/seed-demo.ts')
  const people = await demoAccounts(config.dataDir)
  const isNew = await seedDemo({ ...shop.services, payments: demoPayments }, people, (done, total, label) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\rDemo: ${label} (step ${done} of ${total})\u001B[K${done === total ? '\n' : ''}`)
    else if (done === total) say(`Demo: ${label} (step ${done} of ${total})`)
  })
  if (isNew) {
    // Visitors of the first second search as well.
    if (await beginIndex(shop.services)) await indexBooks(shop.services)
    if (shop.services.site.identity.takesDemoPeople) {
      say('Demo people, each with a password of their own (npm run demo tells them again):')
      for (const person of people) say(`  ${accountLine(person)}`)
    } else say(NO_SIGN_IN)
  }
}
