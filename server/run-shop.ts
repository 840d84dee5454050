import { createServer } from 'node:net'
import path from 'node:path'
import { readConfig, type Config } from './config.ts'
import { chooseDataDir, requireRights } from './database/embedded/data-folder.ts'
import { OperatorError } from './database/operator-error.ts'
import { explainFailure } from './explain-failure.ts'
import { givenEnvironment } from './given-environment.ts'
import { onHangUp } from './hang-up.ts'
import type { ShopProgram } from './open-for-people.ts'
import { exampleSite, templateVariables } from './pages/template-variables.ts'
import { hasOperators, pagesFolder, readPageSources } from './pages/read-pages.ts'
import { say, sayFailure, sayWarnings } from './say.ts'

/** What has been opened so far, to be closed in reverse: at the end, or when a later step fails. */
const opened: (() => Promise<unknown>)[] = []

async function start(program: ShopProgram): Promise<void> {
  const given = readConfig(givenEnvironment)
  for (const sentence of given.strayNames) say(sentence)
  const config = { ...given, dataDir: await checkPlaces(given) }
  // All the rest is loaded now: whoever has mistyped something is told in a fifth of the time.
  const { openForPeople } = await import('./open-for-people.ts')
  await openForPeople(config, program, { opened, say, fail: () => void close(1) })
}

/** Says together what can be known before anything is opened; answers the data folder that will be used. */
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

/** What the operator wrote and can't be used is told before anything is opened; whatever the settings say, it fits or doesn't. */
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

/** Better known before a minute of preparations than after. */
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

/** Once, however many signals come: nothing new begins, requests and jobs under way are finished, then providers, database. */
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(0))
  onHangUp({ onClosed: () => void close(0), onSent: () => say(HANG_UP) })
  process.on('disconnect', () => void close(0))
  sayWarnings()
  // The reader of our output may be gone (EPIPE); that must not end the shop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    await start(program)
  } catch (error) {
    // Asked to end, whatever breaks now was broken by us.
    if (!closing) sayFailure(explainFailure(error))
    await close(1)
  }
}
