// npm run update -- ARCHIVE | FOLDER | --checkout REF: updates the shop to another Dogear, and takes it back to this one
// by itself where that isn't well. --plan only shows what would be done; --back takes back an update that was cut off.
// --service NAME names what runs the shop, or --stop and --start its commands. --fill FILE is what an update has the new
// program do.
// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import { parseArgs } from 'node:util'
import path from 'node:path'
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Config } from '#server/config.ts'
import { VERSION } from '#server/config/version.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { environmentOfLastStart } from '#server/last-start.ts'
import { readUpdateMark } from '#server/proving/update-mark.ts'
import { findShop, nameShop } from '#tools/find-shop.ts'
import { readCall, UsageError } from '#tools/read-call.ts'
import { carryOut } from './carry-out.ts'
import { goBack } from './go-back.ts'
import type { Update } from './open-and-prove.ts'
import { checkOut, readProgram, unpackRelease } from './newer-program.ts'
import { makePlan, type Plan } from './plan.ts'
import { planLines } from './plan-words.ts'
import { fillEmpty } from './places.ts'
import { handOver, OWN_ROOT } from './programs.ts'
import { byCommands, byItself, bySystemd, type Runner } from './runner.ts'
import type { Program } from './newer-program.ts'

const PROGRAM = 'npm run update'
const USAGE = `Say which: ${PROGRAM} -- dogear-….tar.gz, a folder with a Dogear, or --checkout v1.2.3; with --plan to see what it would do. --service NAME, or --stop COMMAND and --start COMMAND, say how the shop is stopped and started. ${PROGRAM} -- --back takes back an update that was cut off.`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  plan: flag,
  back: flag,
  checkout: text,
  service: text,
  stop: text,
  start: text,
  fill: text,
  within: text,
}

const call = await readCall(() => {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
    const { plan = false, back = false, checkout, service, stop, start, fill, within = '15' } = values
    const wanted = [...positionals, ...[checkout].filter((one) => one !== undefined)]
    const isWhole =
      wanted.length === (back || fill !== undefined ? 0 : 1) && (stop === undefined) === (start === undefined)
    const minutes = Number(within)
    if (isWhole && !(service && stop) && minutes > 0)
      return { isPlan: plan, isBack: back, given: positionals[0], checkout, service, stop, start, fill, minutes }
  } catch {
    // Falls through to the usage.
  }
  throw new UsageError(USAGE)
})

const say = (line: string) => console.error(line)

function chooseRunner(env: Record<string, string>): Runner {
  const { service, stop, start } = call
  if (service) return bySystemd(service)
  return stop && start ? byCommands(stop, start) : byItself(env)
}

/** The environment in which a program finds the shop: this shell's, then that of the last start. */
async function environmentFor({ dataDir }: Config): Promise<Record<string, string>> {
  const last = await environmentOfLastStart(dataDir)
  // NODE_ENV is what this program has set for itself.
  const all = Object.entries({ ...last, ...process.env, NODE_ENV: '', DATA_DIR: dataDir })
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** The program that was asked for, beside this one; for a plan alone an archive is unpacked elsewhere for a while. */
async function withProgram<T>(work: (program: Program) => Promise<T>): Promise<T> {
  if (call.checkout !== undefined) return work(await readProgram(await checkOut(OWN_ROOT, call.checkout, say)))
  const given = path.resolve(call.given!)
  if ((await stat(given).catch(() => null))?.isDirectory()) return work(await readProgram(await realpath(given)))
  if (!call.isPlan) return work(await readProgram(await unpackRelease(given, path.dirname(OWN_ROOT))))
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-plan-'))
  try {
    return await work(await readProgram(await unpackRelease(given, folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function planFor(config: Config, program: Program): Promise<Plan> {
  const [{ openDatabaseServer }, { connect }, { refuseNoShop }] = await Promise.all([
    import('#server/open-database.ts'),
    import('#server/database/connect.ts'),
    import('#server/backup/no-shop.ts'),
  ])
  await refuseNoShop(config)
  const server = await openDatabaseServer(config, { as: 'tool', program: PROGRAM, say })
  const { pool, close } = connect(server.url, { max: 2, answerTimeout: null })
  try {
    return await makePlan(config, program, pool)
  } finally {
    await close()
    await server.stop()
  }
}

function commonParts(config: Config, env: Record<string, string>) {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  return { config, env, runner: chooseRunner(env), withinMs: call.minutes * 60_000, signal: stopping.signal, say }
}

async function update(config: Config): Promise<boolean> {
  return withProgram(async (to) => {
    const plan = await planFor(config, to)
    for (const line of planLines(plan)) console.log(line)
    if (call.isPlan) return true
    if (to.root === OWN_ROOT) throw new OperatorError('That is this very program.')
    const given: Update = {
      ...commonParts(config, await environmentFor(config)),
      from: { root: OWN_ROOT, version: VERSION },
      to,
      plan,
    }
    return carryOut(given)
  })
}

/** Takes back what was cut off, by the program of before: only that one leaves the database as it knows it. */
async function takeBack(config: Config): Promise<boolean> {
  const mark = await readUpdateMark(config.dataDir)
  if (!mark) throw new OperatorError('No update is under way here; there is nothing to take back.')
  const env = await environmentFor(config)
  if (mark.from.root !== OWN_ROOT) return handOver(mark.from.root, 'update', process.argv.slice(2), env)
  await goBack({ ...commonParts(config, env), mark })
  return true
}

async function run(): Promise<boolean> {
  const config = await findShop(say)
  if (call.fill !== undefined) {
    await fillEmpty(config, call.fill, say)
    return true
  }
  say(`${PROGRAM}: ${nameShop(config)}`)
  if (call.isBack) return takeBack(config)
  if (!call.isPlan && (await readUpdateMark(config.dataDir)))
    throw new OperatorError(
      `An update of this shop is under way, or was cut off. In that case ${PROGRAM} -- --back takes the shop back to where it was.`,
    )
  return update(config)
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  console.error(error instanceof UsageError ? error.message : explainFailure(error))
  process.exitCode = 1
}
