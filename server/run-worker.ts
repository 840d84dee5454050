import { readConfig, type Config } from './config.ts'
import { connect } from './database/connect.ts'
import { logReplicas } from './database/replicas/replicas.ts'
import { chooseDataDir } from './database/embedded/data-folder.ts'
import { explainFailure } from './explain-failure.ts'
import type { Opening } from './http/opening/answer-while-opening.ts'
import { EarlyServer } from './http/opening/early-server.ts'
import type { Stage } from './http/opening/stages.ts'
import { numberWorker } from './http/worker-number.ts'
import { loadSettings } from './load-settings.ts'
import { processMetrics, type ProcessMetrics } from './metrics/read-metrics.ts'
import type { ShopProgram } from './open-for-people.ts'
import type { OpenIdProvider } from './open-identity.ts'
import { openShop } from './open-shop.ts'
import type { BackupState } from './ports/shop-backups.ts'
import { beginProof } from './proving/begin-proof.ts'
import { say, sayWarnings, speakAs } from './say.ts'
import { openBackups, openLog, ROOT, serveShop } from './serve-shop.ts'
import { onHangUp } from './systemd/hang-up.ts'
import { traceStatement } from './tracing/spans.ts'
import { Channel, type Background, type OpenDatabase } from './workers/channel.ts'
import { OpenResources } from './workers/open-resources.ts'

/**
 * Runs a worker: a process that answers requests beside others, on the port and the database of the program that started
 * it. What that says of settings and folders isn't said again.
 */
export async function runWorker(program: ShopProgram): Promise<void> {
  const resources = new OpenResources(say)
  onHangUp({ onClosed: () => void resources.close(0), onSent: () => {} })
  sayWarnings()
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  const loaded = await loadSettings()
  const read = readConfig(loaded.values, loaded)
  speakAs(read.mode)
  const config = { ...read, dataDir: await chooseDataDir(read.dataDir, () => {}) }
  await answerProgram(config, program, resources)
}

/** Does what the program says, and begins by saying that it hears. */
async function answerProgram(config: Config, program: ShopProgram, resources: OpenResources): Promise<void> {
  const { publicUrl, shop, fixed } = config
  const opening: Opening = { publicUrl, shopName: fixed.includes('name') ? shop.name : null, stage: 'starting' }
  const server = new EarlyServer(opening, program.heldMs)
  let worker: OpenedWorker | null = null
  const channel = new Channel(
    {
      // The program may have ended.
      send: (message) => void (process.connected && process.send?.(message, undefined, undefined, () => {})),
      onMessage: (hear) => void process.on('message', hear),
    },
    {
      begin: ({ number, address, stage }) => {
        numberWorker(number)
        opening.stage = stage as Stage
        server.openBehind(address)
        resources.opened.push(async () => void server.close())
        return null
      },
      stage: (stage) => ((opening.stage = stage as Stage), null),
      open: async (given) => {
        const { opened } = resources
        const fail = () => void resources.close(1)
        worker = await openWorker(config, program, { ...given, server, channel, opened, fail })
        return null
      },
      background: (present) => (worker?.note(present), null),
      metrics: () => worker?.readMetrics() ?? { added: [], own: [] },
      ping: () => null,
      drain: async () => (await worker?.drain(), null),
      close: () => (void resources.close(0), null),
    },
    explainFailure,
  )
  process.on('message', ({ connection }: { connection?: number }, handle) => {
    if (connection === undefined) return
    process.send?.({ took: connection })
    // The visitor may have left.
    if (handle) server.take(handle)
  })
  const leave = () => void channel.ask('leaving', null).then(() => resources.close(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave)
  process.on('disconnect', () => void resources.close(0))
  await channel.ask('here', null)
}

interface Given extends OpenDatabase {
  server: EarlyServer
  /** To the program that started the worker. */
  channel: Channel
  opened: (() => Promise<unknown>)[]
  fail: () => void
}

interface OpenedWorker {
  /** Notes what the program does beside its workers. */
  note(background: Background): void
  readMetrics(): ProcessMetrics
  /** Resolves when a load balancer sends nobody any more. */
  drain(): Promise<void>
}

/** Opens the shop in a worker, on a database that is ready, and answers at its server. */
async function openWorker(
  config: Config,
  { openScreens, hashPassword }: ShopProgram,
  { databaseUrl, migrations, googleStandIn, server, channel, opened, fail, ...given }: Given,
): Promise<OpenedWorker> {
  const log = await openLog(config, 'shop', { opened, fail })
  const { pooler, replicas } = config.database.kind === 'server' ? config.database : {}
  const connection = connect(databaseUrl, {
    pooler,
    replicas,
    max: config.connections.shop,
    ...(config.tracing && { onStatement: traceStatement }),
  })
  opened.push(() => connection.close())
  connection.catalogue.expectMigrations(migrations)
  if (connection.replicas) logReplicas(connection.replicas, log)
  const database = { ...connection, url: databaseUrl, pooler }
  const counts = {
    add: (key: string, costs: number, windowMs: number) => channel.ask('count', { key, costs, windowMs }),
  }
  const shared = { counts, googleStandIn: googleStandIn as OpenIdProvider | null }
  const shop = await openShop(config, { connection: database, log, hashPassword, shared })
  opened.push(() => shop.close())
  let { background } = given
  const backups = await openBackups(config, shop, databaseUrl)
  opened.push(async () => backups?.stop())
  let readMetrics = (): ProcessMetrics => processMetrics(shop.server)
  const { drain } = await serveShop(config, {
    shop,
    connection: database,
    server,
    proof: await beginProof(config.dataDir, ROOT, { showsLife: false }),
    openScreens,
    opened,
    counts,
    processes: { share: (read) => (readMetrics = read), readAll: () => channel.ask('allMetrics', null) },
    // The program takes the backups and sends the emails.
    ...(backups && { backups: { ...backups, state: () => stateOf(background) ?? backups.state() } }),
    ...(config.role === 'all' && { mailFailingSince: () => timeOf(background.mailFailingSince) }),
  })
  return { note: (present) => (background = present), readMetrics: () => readMetrics(), drain }
}

const timeOf = (at: number | null) => (at === null ? null : new Date(at))
const TIMES = new Set(['last', 'at'])

const stateOf = ({ backups }: Background): BackupState | null =>
  backups === null
    ? null
    : (JSON.parse(backups, (name, value: unknown) =>
        TIMES.has(name) && typeof value === 'string' ? new Date(value) : value,
      ) as BackupState)
