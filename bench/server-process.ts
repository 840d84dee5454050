import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/database/embedded/free-port.ts'
import type { Usage } from './report-usage.ts'

const root = path.resolve(import.meta.dirname, '..')
const PATIENCE_MS = 120_000

export interface ServerProcess {
  origin: string
  usage(): Promise<Usage>
  /** Asks it to close, and waits for that. */
  stop(): Promise<void>
}

/** Starts a server as a process of its own, on a free port of loopback; `readyPath` answers once it can be used. */
export async function startServer({
  file,
  readyPath,
  dataDir,
  databaseUrl,
}: {
  file: string
  readyPath: string
  dataDir: string
  /** Where it doesn't have one of its own. */
  databaseUrl?: string
}): Promise<ServerProcess> {
  const port = await freePort()
  const logFile = path.join(dataDir, `${path.basename(file)}.log`)
  const log = await open(logFile, 'w')
  const reporter = path.join(root, 'bench/report-usage.ts')
  const child = spawn(process.execPath, [...process.execArgv, '--import', reporter, path.join(root, file)], {
    cwd: root,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env: { ...settings(port, dataDir), ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
  })
  await log.close()
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  for (const deadline = Date.now() + PATIENCE_MS; !(await answers(origin + readyPath)); await sleep(100)) {
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
 * The shop with all it comes with, but that nobody is slowed down and visitors see the lists of books. Of the caller's
 * own settings none gets through, so that every run measures the same shop; but for what npm's scripts set for the
 * memory allocator of all our programs.
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
    CATALOGUE_PUBLIC: 'true',
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )
