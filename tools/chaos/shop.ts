import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '#tools/run-step.ts'
import type { Weather } from './inside.ts'

/** Patience for a busy machine. */
const READY_WITHIN_MS = 600_000

/** An instance of the shop: server/start.ts as a process of its own, as a release runs it. */
export interface Shop {
  origin: string
  /** Starts it where it doesn't run, and doesn't wait. */
  start(): Promise<void>
  /** Waits until it is ready; starts it again should it end meanwhile, as a service manager does. Throws after minutes. */
  untilReady(): Promise<void>
  isRunning(): boolean
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>
  /** What it meets from now on, restarts included. */
  meet(weather: Weather): void
}

/** Prepares an instance on a port and a data folder; its output is added to `logFile`. */
export function aShop(port: number, logFile: string, env: Record<string, string>): Shop {
  const origin = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let weather: Weather = { clock: 0, provider: 'well', events: 'once' }
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const start = async () => {
    if (isRunning()) return
    const log = await open(logFile, 'a')
    const program = [path.join(root, 'server/start.ts')]
    child = spawn(process.execPath, ['--import', path.join(root, 'tools/chaos/inside.ts'), ...program], {
      cwd: root,
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      env: { ...process.env, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...env },
    })
    child.on('error', () => {})
    child.send({ weather }, () => {})
    await log.close()
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning()) return
    const ended = once(child!, 'exit')
    child!.kill(signal)
    await ended
  }
  return {
    origin,
    start,
    isRunning,
    untilReady: async () => {
      for (const end = performance.now() + READY_WITHIN_MS; ;) {
        if (performance.now() > end) throw new Error(`${origin} isn’t ready again; see ${logFile}`)
        const signal = AbortSignal.timeout(5000)
        const answer = await fetch(`${origin}/api/ready`, { signal }).catch(() => null)
        if (answer?.status === 200) return
        if (!isRunning()) await start()
        await sleep(100)
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    meet: (next) => {
      weather = next
      if (isRunning()) child!.send({ weather }, () => {})
    },
  }
}
