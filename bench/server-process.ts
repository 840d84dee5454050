import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/database/embedded/free-port.ts'
import type { Usage } from './report-usage.ts'

const root = path.resolve(import.meta.dirname, '..')
const START_TIMEOUT_MS = 120_000

export interface ServerProcess {
  origin: string
  usage(): Promise<Usage>
  /** Graceful shutdown; resolves when it has ended. */
  stop(): Promise<void>
}

/** Starts a server in a process of its own, on a free loopback port, and waits for `readyPath`. */
export async function startServer({
  file,
  readyPath,
  dataDir,
  databaseUrl,
  env = {},
}: {
  file: string
  readyPath: string
  dataDir: string
  /** Absent where it has an embedded database. */
  databaseUrl?: string
  /** Further settings. */
  env?: Record<string, string>
}): Promise<ServerProcess> {
  const port = await freePort()
  const logFile = path.join(dataDir, `${path.basename(file)}.log`)
  const log = await open(logFile, 'w')
  const reporter = path.join(root, 'bench/report-usage.ts')
  const child = spawn(process.execPath, [...process.execArgv, '--import', reporter, path.join(root, file)], {
    cwd: root,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env: { ...settings(port, dataDir), ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }), ...env },
  })
  await log.close()
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await answers(origin + readyPath)); await sleep(100)) {
    if (child.exitCode === null && Date.now() < deadline) continue
    await stop()
    throw new Error(`${file} did not start:\n${await readFile(logFile, 'utf8')}`)
  }
  return {
    origin,
    stop,
    usage: async () => {
      const answer = once(child, 'message')
      child.send('usage')
      return (await answer)[0] as Usage
    },
  }
}

/**
 * Environment of the measured shop: without rate limits, with an open catalogue. Ignores the caller's own settings, so
 * that every run measures the same shop; but passes on what npm's scripts set for the memory allocator.
 */
function settings(port: number, dataDir: string): Record<string, string | undefined> {
  const allocator = Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_'))
  return {
    ...Object.fromEntries(allocator),
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    CATALOGUE: 'open',
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )
