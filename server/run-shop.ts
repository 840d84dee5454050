import path from 'node:path'
import { readConfig, type Config } from './config.ts'
import { chooseDataDir, requireRights } from './database/embedded/data-folder.ts'
import { OperatorError } from './database/operator-error.ts'
import { explainFailure } from './explain-failure.ts'
import { givenEnvironment } from './given-environment.ts'
import { onHangUp } from './hang-up.ts'
import { saveLastStart } from './last-start.ts'
import type { Opening } from './http/opening/answer-while-opening.ts'
import type { EarlyServer } from './http/opening/early-server.ts'
import { STAGES, type Stage } from './http/opening/stages.ts'
import { loadSettings } from './load-settings.ts'
import type { ShopProgram } from './open-for-people.ts'
import { exampleSite, templateVariables } from './pages/template-variables.ts'
import { hasOperators, pagesFolder, readPageSources } from './pages/read-pages.ts'
import { say, sayFailure, sayWarnings, speakAs } from './say.ts'
import { takeGivenBySystemd } from './systemd/given-by-systemd.ts'
import { ServiceManager } from './systemd/service-manager.ts'

const givenBySystemd = takeGivenBySystemd(process.env)
const serviceManager = new ServiceManager(givenBySystemd, say)

/** Cleanups of open resources, called in reverse: at the end, or when a later step fails. */
const opened: (() => Promise<unknown>)[] = []

async function start(program: ShopProgram): Promise<void> {
  const loaded = await loadSettings()
  const read = readConfig(loaded.values, loaded)
  speakAs(read.mode)
  for (const sentence of read.warnings) say(sentence)
  const { shop, fixed, publicUrl } = read
  const opening: Opening = { publicUrl, shopName: fixed.includes('name') ? shop.name : null, stage: 'starting' }
  const setStage = (stage: Stage) => {
    opening.stage = stage
    void serviceManager.status(STAGES[stage])
  }
  setStage('starting')
  const { server, dataDir } = await openPlaces(read, opening, program.heldMs)
  const config = { ...read, dataDir }
  const remember = () => saveLastStart(config.dataDir, { ...loaded, environment: givenEnvironment })
  // Load the rest only now: a mistyped setting is reported in a fifth of the time.
  const { openForPeople } = await import('./open-for-people.ts')
  await openForPeople(config, program, { opened, say, remember, server, setStage, fail: () => void close(1) })
  await serviceManager.opened(server)
}

/** Opens the port and checks the data folder; reports the mistakes of both. */
async function openPlaces(
  config: Config,
  opening: Opening,
  heldMs?: number,
): Promise<{ server: EarlyServer; dataDir: string }> {
  const [port, folder] = await Promise.allSettled([openPort(config, opening, heldMs), checkFolder(config)])
  if (port.status === 'fulfilled' && folder.status === 'fulfilled') return { server: port.value, dataDir: folder.value }
  const reasons = [port, folder].flatMap((one) => (one.status === 'rejected' ? [explainFailure(one.reason)] : []))
  throw new OperatorError(reasons.join('\n'))
}

async function checkFolder(config: Config): Promise<string> {
  const dataDir = await chooseDataDir(config.dataDir, say)
  await requireRights(dataDir)
  await checkTexts({ ...config, dataDir })
  return dataDir
}

/** Reports invalid content pages of the operator before anything is opened, independent of the settings. */
async function checkTexts(config: Config): Promise<void> {
  const folder = pagesFolder(config)
  const sources = await readPageSources(folder)
  if (hasOperators(sources)) {
    const { renderPages } = await import('./pages/render-pages.ts')
    renderPages(sources, templateVariables(exampleSite))
  }
  for (const file of sources.unused)
    say(`${path.join(folder, file)} replaces no page; docs/runbook.md has their names.`)
}

/** Opens the port before a minute of preparations; visitors wait there, or are told. */
async function openPort({ host, port }: Config, opening: Opening, heldMs?: number): Promise<EarlyServer> {
  const { EarlyServer } = await import('./http/opening/early-server.ts')
  const server = new EarlyServer(opening, heldMs)
  const [first, ...others] = givenBySystemd.sockets
  await server.open(first === undefined ? { host, port } : { sockets: [first, ...others] })
  // The last to be closed, so it may take no time: what is open otherwise has been closed.
  opened.push(async () => void server.close())
  return server
}

const HANG_UP =
  'SIGHUP changes nothing here: settings are read at the start. To change them, stop the shop (SIGTERM) and start it again.'

let closing: Promise<void> | undefined

/**
 * Shuts down once, however many signals come: stops accepting, finishes requests and jobs, then closes providers and
 * database. `status` is for the service manager.
 */
function close(exitCode: number, status = 'Closing'): Promise<void> {
  closing ??= (async () => {
    const told = serviceManager.closing(status)
    for (const end of opened.toReversed()) await end().catch((error: Error) => say(error.message))
    await told
    process.exit(exitCode)
  })()
  return closing
}

/**
 * Runs a shop in this process until it is asked to end, or can't go on and logs why. The settings are those of
 * load-settings.ts; the first import, given-environment.ts, has stored the environment.
 */
export async function runShop(program: ShopProgram): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(0))
  onHangUp({ onClosed: () => void close(0), onSent: () => say(HANG_UP) })
  process.on('disconnect', () => void close(0))
  sayWarnings()
  // A closed output pipe (EPIPE) must not end the shop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    await start(program)
  } catch (error) {
    // Errors during the shutdown are caused by it.
    if (closing) return closing
    const reason = explainFailure(error)
    sayFailure(reason)
    await close(1, reason)
  }
}
