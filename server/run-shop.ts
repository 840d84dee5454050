import path from 'node:path'
import { readConfig, type Config } from './config.ts'
import { chooseDataDir, requireRights } from './database/embedded/data-folder.ts'
import { OperatorError } from './database/operator-error.ts'
import { explainFailure } from './explain-failure.ts'
import { givenEnvironment } from './given-environment.ts'
import { saveLastStart } from './last-start.ts'
import type { Opening } from './http/opening/answer-while-opening.ts'
import { STAGES, type Stage } from './http/opening/stages.ts'
import { loadSettings, type LoadedSettings } from './load-settings.ts'
import type { Front, ShopProgram } from './open-for-people.ts'
import { exampleSite, templateVariables } from './pages/template-variables.ts'
import { hasOperators, pagesFolder, readPageSources } from './pages/read-pages.ts'
import { say, sayFailure, sayWarnings, speakAs } from './say.ts'
import { takeGivenBySystemd } from './systemd/given-by-systemd.ts'
import { onHangUp } from './systemd/hang-up.ts'
import { ServiceManager } from './systemd/service-manager.ts'
import { OpenResources } from './workers/open-resources.ts'
import { isWorker } from './workers/worker-flag.ts'

const givenBySystemd = takeGivenBySystemd(process.env)
const serviceManager = new ServiceManager(givenBySystemd, say)

const resources = new OpenResources(say, (status) => serviceManager.closing(status))
const { opened } = resources

async function start(program: ShopProgram): Promise<void> {
  const loaded = await loadSettings()
  const read = readConfig(loaded.values, loaded)
  speakAs(read.mode)
  for (const sentence of read.warnings) say(sentence)
  const { shop, fixed, publicUrl } = read
  const opening: Opening = { publicUrl, shopName: fixed.includes('name') ? shop.name : null, stage: 'starting' }
  const setStage = (stage: Stage) => {
    opening.stage = stage
    front?.workers?.setStage(stage)
    void serviceManager.status(STAGES[stage])
  }
  let front: Front | undefined
  setStage('starting')
  const places = await openPlaces(read, opening, { ...program, ...loaded })
  front = places.front
  const config = { ...read, dataDir: places.dataDir }
  const remember = () => saveLastStart(config.dataDir, { ...loaded, environment: givenEnvironment })
  // Load the rest only now: a mistyped setting is reported in a fifth of the time.
  const { openForPeople } = await import('./open-for-people.ts')
  const fail = () => void resources.close(1)
  await openForPeople(config, program, { opened, say, remember, front, setStage, fail })
  await serviceManager.opened(front.workers ?? front.server)
}

/** Opens the port and checks the data folder; reports the mistakes of both. */
async function openPlaces(
  config: Config,
  opening: Opening,
  given: Pick<ShopProgram, 'as' | 'heldMs'> & Pick<LoadedSettings, 'envFile'>,
): Promise<{ front: Front; dataDir: string }> {
  const hasWorkers = config.workers > 1 && given.as === 'shop'
  const opened = hasWorkers ? startWorkers(config, opening, given) : openPort(config, opening, given.heldMs)
  const [port, folder] = await Promise.allSettled([opened, checkFolder(config)])
  if (port.status === 'fulfilled' && folder.status === 'fulfilled') return { front: port.value, dataDir: folder.value }
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
async function openPort({ host, port }: Config, opening: Opening, heldMs?: number): Promise<Front> {
  const { EarlyServer } = await import('./http/opening/early-server.ts')
  const server = new EarlyServer(opening, heldMs)
  const [first, ...others] = givenBySystemd.sockets
  await server.open(first === undefined ? { host, port } : { sockets: [first, ...others] })
  // The last to be closed, so it may take no time: what is open otherwise has been closed.
  opened.push(async () => void server.close())
  return { server }
}

/** Opens the port for other processes, which answer there. */
async function startWorkers(
  { workers: count, host, port: number }: Config,
  { stage }: Opening,
  { envFile }: Pick<LoadedSettings, 'envFile'>,
): Promise<Front> {
  const { Workers } = await import('./workers/workers.ts')
  const { Port } = await import('./workers/port.ts')
  const { listenAt } = await import('./http/opening/listen-at.ts')
  const port = new Port()
  const [first, ...others] = givenBySystemd.sockets
  const place = first === undefined ? { host, port: number } : { sockets: [first, ...others] as const }
  await listenAt(place, (options) => port.another().listen(options), port.another)
  opened.push(() => port.close())
  // NODE_ENV is ours by now.
  const env = {
    ...process.env,
    NODE_ENV: givenEnvironment.NODE_ENV ?? '',
    ...(envFile !== null && { DOGEAR_ENV_FILE: envFile }),
  }
  const workers = new Workers({ count, stage, env, port })
  opened.push(() => workers.close())
  await workers.begin()
  return { workers }
}

const HANG_UP =
  'SIGHUP changes nothing here: settings are read at the start. To change them, stop the shop (SIGTERM) and start it again.'

/**
 * Runs a shop in this process until it is asked to end, or can't go on and logs why. The settings are those of
 * load-settings.ts; the first import, given-environment.ts, has stored the environment.
 */
export async function runShop(program: ShopProgram): Promise<void> {
  if (isWorker()) return (await import('./run-worker.ts')).runWorker(program)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void resources.close(0))
  onHangUp({ onClosed: () => void resources.close(0), onSent: () => say(HANG_UP) })
  process.on('disconnect', () => void resources.close(0))
  sayWarnings()
  // A closed output pipe (EPIPE) must not end the shop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    await start(program)
  } catch (error) {
    // Errors during the shutdown are caused by it.
    if (resources.closing) return resources.closing
    const reason = explainFailure(error)
    sayFailure(reason)
    await resources.close(1, reason)
  }
}
