import { spawn, type StdioOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { OperatorError } from '../operator-error.ts'
import { connectionOptions } from '../reaching/connection-options.ts'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { superuserUrl } from './shop-role.ts'
import type { UnprivilegedUser } from './unprivileged-user.ts'

/** Parameters of a PostgreSQL cluster on a folder. */
export interface Setup {
  folder: DataFolder
  binaries: Binaries
  user: UnprivilegedUser | null
  /** False where a power cut may lose data: in tests, and in a scratch database. */
  durable: boolean
}

export interface RunningPostgres {
  port: number
  /** Resolves when the process has ended, for any reason. */
  exited: Promise<void>
  /** Fast shutdown: ends sessions and writes everything committed to the disk. */
  stop: () => Promise<void>
}

/** Creates an empty cluster with a password of its own. An interrupted call leaves nothing half made. */
export async function createCluster({ folder, binaries, user, durable }: Setup): Promise<void> {
  const half = `${folder.cluster}.half`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { mode: 0o700 })
  await writeFile(folder.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (user) await Promise.all([half, folder.passwordFile].map((file) => chown(file, user.uid, user.gid)))
  // PostgreSQL's built-in Unicode rules: the order of titles doesn't depend on the system's locales.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', ...characterClasses]
  const child = start(
    binaries.initdb,
    user,
    ['ignore', 'pipe', 'pipe'],
    [
      `--pgdata=${half}`,
      '--username=dogear',
      '--auth=scram-sha-256',
      `--pwfile=${folder.passwordFile}`,
      '--encoding=UTF8',
      ...locale,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
  )
  let said = ''
  child.stdout?.on('data', (bytes: Buffer) => (said += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw explainFailure(folder, "The database can't be made", said)
  await rename(half, folder.cluster)
}

/** Starts PostgreSQL and waits until it accepts connections. */
export async function runPostgres(setup: Setup, port?: number): Promise<RunningPostgres> {
  const { folder, binaries, user } = setup
  const log = await open(folder.logFile, 'a', 0o600)
  const before = (await log.stat()).size
  const ownPort = port ?? (await freePort())
  // Detached: Ctrl-C in a terminal would end it together with us, in the middle of our last writes.
  const child = start(binaries.postgres, user, ['ignore', log.fd, log.fd], settings(setup, ownPort), true)
  let gone = false
  const exited = new Promise<void>((resolve, reject) =>
    child.once('error', reject).once('exit', () => resolve()),
  ).finally(() => (gone = true))
  // A failed start rejects the wait for readiness below.
  exited.catch(() => {})
  await log.close()

  const stop = async () => {
    if (gone) return
    await signalFastShutdown(setup, child.pid)
    const late = setTimeout(() => child.kill('SIGQUIT'), 30_000)
    await exited.finally(() => clearTimeout(late))
  }
  try {
    const ready = untilReady(await superuserUrl(folder, ownPort), () => gone)
    if (!(await Promise.race([ready, exited.then(() => false)])))
      throw explainFailure(folder, "The database didn't come up", await readEnd(folder.logFile, before))
  } catch (error) {
    await stop()
    throw error
  }
  return { port: ownPort, exited, stop }
}

/** Ends PostgreSQL by a fast shutdown. Windows has no signals that it could catch. */
export async function signalFastShutdown({ folder, binaries, user }: Setup, pid: number | undefined): Promise<void> {
  if (process.platform !== 'win32') {
    if (pid !== undefined) process.kill(pid, 'SIGINT')
    return
  }
  const child = start(binaries.pgCtl, user, 'ignore', ['stop', '-D', folder.cluster, '-m', 'fast'])
  await new Promise((resolve) => child.once('error', resolve).once('exit', resolve))
}

function start(program: string, user: UnprivilegedUser | null, stdio: StdioOptions, args: string[], detached = false) {
  return spawn(program, args, {
    stdio,
    detached,
    cwd: '/',
    ...(user && { uid: user.uid, gid: user.gid }),
    // Don't leak our environment, with its settings and secrets, to PostgreSQL.
    ...(process.platform !== 'win32' && { env: { PATH: '/usr/bin:/bin', LC_MESSAGES: 'C', TZ: 'UTC' } }),
    windowsHide: true,
  })
}

/**
 * An eighth of the memory, from 128 MB to 1 GB, used as the data grow. Pages beyond it are copied from the system's
 * cache for each statement, which at a million books was most of a search's time.
 */
function sharedBuffers(): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return `${Math.round(Math.min(Math.max(memory / 8 / MB, 128), 1024))}MB`
}
const MB = 2 ** 20

const settingsOfScratch = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Autovacuum would keep a database from being dropped, and only a superuser may end it.
  autovacuum: 'off',
  // Dropping a database scans all shared buffers.
  shared_buffers: '128MB',
  // Shared memory as files in the cluster's folder: what is killed leaves none elsewhere.
  ...(process.platform !== 'win32' && { dynamic_shared_memory_type: 'mmap' }),
}

function settings({ folder, durable }: Setup, port: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: sharedBuffers(),
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    // Statements and their values are personal data: keep them out of the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(!durable && settingsOfScratch),
  }
  return ['-D', folder.cluster, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const characterClasses: string[] =
  {
    linux: ['--lc-ctype=C.UTF-8'],
    darwin: ['--lc-ctype=en_US.UTF-8'],
  }[process.platform as string] ?? []

/** Whether it accepts connections within a minute; false once it is gone. Crash recovery may take longer. */
async function untilReady(url: string, gone: () => boolean): Promise<boolean> {
  const startingUp = '57P03'
  for (let deadline = Date.now() + 60_000; Date.now() < deadline && !gone(); await sleep(20)) {
    const answer = await answers(url)
    if (answer === true) return true
    if (answer === startingUp) deadline = Date.now() + 60_000
  }
  return false
}

/** True where a database accepts connections; otherwise the code of its refusal. */
export async function answers(url: string): Promise<true | string | undefined> {
  const client = new Client({ ...connectionOptions(url), connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await client.end().catch(() => {})
  }
}

function explainFailure({ dataDir, logFile }: DataFolder, what: string, said: string): OperatorError {
  if (said.includes('No space left on device'))
    return new OperatorError(`${what}: the disk of ${dataDir} is full; make room, or set DATA_DIR to another disk.`)
  const reason = said.split('\n').findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? said.trim().split('\n').at(-1)
  return new OperatorError(`${what}: ${reason || 'it gave no reason'} (more in ${logFile}).`)
}

async function readEnd(file: string, from: number): Promise<string> {
  return (await readFile(file)).subarray(from).toString()
}

/** Truncates a log that has grown too long. */
export async function shortenLog({ logFile }: DataFolder): Promise<void> {
  const log = await open(logFile, 'a', 0o600)
  const { size } = await log.stat()
  await log.close()
  if (size > 2 ** 20) await truncate(logFile)
}
