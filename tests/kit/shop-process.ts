import { execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { DemoAccount } from '#server/demo/demo-accounts.ts'
import { freePort } from '#server/database/embedded/free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** A first start draws the demo: half a minute, and minutes beside much else. */
const START_TIMEOUT_MS = 300_000

export interface ShopProcess {
  origin: string
  pid: number
  dataDir: string
  /** Output so far. */
  output(): string
  /** The demo's people with their passwords. */
  people(): Promise<DemoAccount[]>
  /** Runs a tool beside the running shop; returns its exit code and output. */
  tool(file: string, ...args: string[]): Promise<{ code: number; output: string }>
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM and waits for the end; returns the exit code. Deletes the data folder, unless `keepData`. */
  stop(options?: { keepData?: boolean; signal?: NodeJS.Signals }): Promise<number | null>
}

interface ShopOptions {
  env?: Record<string, string>
  dataDir?: string
  /** Otherwise that of `npm start`, with the screens built; a demo hashes passwords at next to no cost. */
  program?: string
  args?: string[]
  /** Runs another checkout. */
  checkout?: string
}

/** A whole shop as `npm start` runs it: a process of its own, on a free port, with a data folder of its own. */
export async function startShop({
  env = {},
  dataDir,
  program,
  args = [],
  checkout = root,
}: ShopOptions = {}): Promise<ShopProcess> {
  if (!program) await buildScreens()
  const folder = dataDir ?? (await temporaryFolder())
  const open = async () => {
    const port = Number(env.PORT ?? (await freePort()))
    const settings = { PORT: String(port), DATA_DIR: folder, RATE_LIMITS: 'off', ...env }
    const usual = env.DOGEAR_MODE === 'live' ? 'server/start.ts' : 'tests/kit/shop/start.ts'
    const shop = start(program ?? usual, args, settings, checkout)
    await untilOpen(shop)
    return { port, settings, shop }
  }
  const { port, settings, shop } = await open().catch((error: Error) => {
    // Another test's server may take the free port first.
    if (env.PORT !== undefined || !error.message.includes('is in use')) throw error
    return open()
  })
  return {
    origin: `http://localhost:${port}`,
    pid: shop.child.pid ?? 0,
    dataDir: folder,
    output: shop.output,
    people: async () => JSON.parse(await readFile(path.join(folder, 'demo-people.json'), 'utf8')) as DemoAccount[],
    tool: (file, ...args) => runProgram(file, args, settings),
    signal: (signal) => void shop.child.kill(signal),
    stop: async ({ keepData = false, signal = 'SIGTERM' } = {}) => {
      shop.child.kill(signal)
      const code = await shop.ended
      if (!keepData) await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Runs a program of the shop to its end; returns its exit code and output. */
export async function runProgram(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const program = start(file, args, env)
  return { code: (await program.ended) ?? 1, output: program.output() }
}

const start = (file: string, args: string[], env: Record<string, string>, checkout = root) =>
  collect(
    spawn(process.execPath, [path.join(checkout, file), ...args], {
      cwd: checkout,
      env: { ...process.env, NODE_ENV: '', ...env },
    }),
  )

const homes: string[] = []
process.once('exit', () => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** A folder that the user PostgreSQL runs as can reach, too. What lies beside it goes when this process ends. */
export async function temporaryFolder(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'dogear-shop-'))
  homes.push(home)
  const folder = path.join(home, 'data')
  await mkdir(folder)
  for (const each of [home, folder]) await chmod(each, 0o755)
  return folder
}

/** Copies a folder's contents into another. Files keep their owner: under root, PostgreSQL runs as another user. */
export async function copyFolder(from: string, to: string): Promise<void> {
  // A cluster is some 1,500 small files.
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await promisify(execFile)('cp', ['-pR', `${from}/.`, to])
}

function collect(child: ReturnType<typeof spawn>) {
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (text += part.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => text }
}

/** Waits for its own word that it is open; rejects, with what it said, when it ends or takes too long. */
async function untilOpen(shop: ReturnType<typeof collect>): Promise<void> {
  const opened = new Promise<'open'>((resolve) => {
    const look = () => shop.output().includes(' is open at ') && resolve('open')
    shop.child.stdout?.on('data', look)
    look()
  })
  const patience = new Promise<'late'>((resolve) => void setTimeout(resolve, START_TIMEOUT_MS, 'late').unref())
  if ((await Promise.race([opened, shop.ended, patience])) === 'open') return
  shop.child.kill('SIGKILL')
  throw new Error(`The shop did not open:\n${shop.output()}`)
}

/** Settings of a live shop, which starts without the demo. */
export const live = {
  DOGEAR_MODE: 'live',
  PUBLIC_URL: 'https://books.example.org',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'shop@example.org',
  RATE_LIMITS: '',
  // The folder's own database, wherever the tests' is.
  DATABASE_URL: '',
}

/** Named in what this process starts, which then need not look again. */
const SCREENS_ARE_BUILT = 'DOGEAR_TEST_SCREENS'

/** Builds the screens, which every shop needs; with two processes, tools/run.mjs lets one build. */
export async function buildScreens(): Promise<void> {
  if (process.env[SCREENS_ARE_BUILT]) return
  const { code, output } = await runProgram('tools/run.mjs', ['--screens'], {})
  if (code !== 0) throw new Error(output)
  process.env[SCREENS_ARE_BUILT] = 'yes'
}
