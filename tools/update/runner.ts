import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { OperatorError } from '#server/database/operator-error.ts'
import { callOf } from './programs.ts'

/** What runs the shop. */
export interface Runner {
  /** Whether the shop is open when the update has ended. */
  staysOpen: boolean
  /** Ends the shop. */
  stop(): Promise<void>
  /** Starts the program that the link names, in `root`. Rejects once that has failed, and never resolves. */
  start(root: string): Promise<never>
}

/** A service manager, by its commands. A start may last until the shop is open. */
export function byCommands(stop: string, start: string): Runner {
  return {
    staysOpen: true,
    stop: () => runCommand(stop),
    start: async () => {
      await runCommand(start)
      return new Promise<never>(() => {})
    },
  }
}

/** A unit of systemd, and the socket of its name where there is one: a visitor there would start the shop again. */
export function bySystemd(unit: string): Runner {
  const name = unit.replace(/\.service$/, '')
  if (!/^[\w@.:-]+$/.test(name)) throw new OperatorError(`“${unit}” is no name of a unit.`)
  return byCommands(`systemctl stop ${name}.socket 2>/dev/null; systemctl stop ${name}`, `systemctl start ${name}`)
}

async function runCommand(command: string): Promise<void> {
  // NODE_ENV is what this program has set for itself.
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, NODE_ENV: '' } })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new OperatorError(`“${command}” ended with exit code ${code}.`)
}

/** A closed shop, which the update itself opens for as long as it proves it. */
export function byItself(env: Record<string, string>): Runner {
  let child: ChildProcess | null = null
  return {
    staysOpen: false,
    stop: async () => {
      const running = child
      child = null
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      running.kill('SIGTERM')
      await once(running, 'exit')
    },
    start: async (root) => {
      const [program, ...args] = callOf(root, 'start')
      const started = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      let said = ''
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (text: Buffer) => (said += text.toString()))
      const [code] = (await once(started, 'close')) as [number | null]
      throw new OperatorError(`It ended with exit code ${code}:\n${said.trim()}`)
    },
  }
}
