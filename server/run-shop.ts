import { createServer } from 'node:net'
import path from 'node:path'
import { readConfig, type Config } from './config.ts'
import { chooseDataDir, requireRights } from './database/embedded/data-folder.ts'
import { OperatorError } from './database/operator-error.ts'
import { explainFailure } from './explain-failure.ts'
import { givenEnvironment } from './given-environment.ts'
import { onHangUp } from './hang-up.ts'
import { saveLastStart } from './last-start.ts'
import { loadSettings } from './load-settings.ts'
import type { ShopProgram } from './open-for-people.ts'
import { exampleSite, templateVariables } from './pages/template-variables.ts'
import { hasOperators, pagesFolder, readPageSources } from './pages/read-pages.ts'
import { say, sayFailure, sayWarnings, speakAs } from './say.ts'

/** Cleanups of open resources, called in reverse: at the end, or when a later step fails. */
const opened: (() => Promise<unknown>)[] = []

async function start(program: ShopProgram): Promise<void> {
  const loaded = await loadSettings()
  const given = readConfig(loaded.values, loaded)
  speakAs(given.mode)
  for (const sentence of given.warnings) say(sentence)
  const config = { ...given, dataDir: await checkPlaces(given) }
  const remember = () => saveLastStart(config.dataDir, { ...loaded, environment: givenEnvironment })
  // Load the rest only now: a mistyped setting is reported in a fifth of the time.
  const { openForPeople } = await import('./open-for-people.ts')
  await openForPeople(config, program, { opened, say, remember, fail: () => void close(1) })
}

/** Reports all mistakes that are known before anything is opened; returns the data folder. */
async function checkPlaces(config: Config): Promise<string> {
  const [port, folder] = await Promise.allSettled([requireFreePort(config), checkFolder(config)])
  if (port.status === 'fulfilled' && folder.status === 'fulfilled') return folder.value
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

/** Checks the port before a minute of preparations. */
function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

const HANG_UP =
  'SIGHUP changes nothing here: settings are read at the start. To change them, stop the shop (SIGTERM) and start it again.'

let closing: Promise<void> | undefined

/**
 * Shuts down once, however many signals come: stops accepting, finishes requests and jobs, then closes providers and
 * database.
 */
function close(exitCode: number): Promise<void> {
  closing ??= (async () => {
    for (const end of opened.toReversed()) await end().catch((error: Error) => say(error.message))
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
    if (!closing) sayFailure(explainFailure(error))
    await close(1)
  }
}
