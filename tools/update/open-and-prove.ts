import type { Config } from '#server/config.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { forgetLife, watchLife } from '#server/proving/sign-of-life.ts'
import { type UpdateMark, writeUpdateMark } from '#server/proving/update-mark.ts'
import type { Program } from './newer-program.ts'
import type { Plan } from './plan.ts'
import { provePages } from './prove.ts'
import type { Runner } from './runner.ts'

/** A shop, and what opens a program on it. */
export interface Opening {
  config: Config
  runner: Runner
  /** Environment of what the update starts itself. */
  env: Record<string, string>
  /** How long a program may take to start, migrations included. */
  withinMs: number
  /** Aborted by Ctrl-C: the update goes back. */
  signal: AbortSignal
  say: (line: string) => void
}

export interface Update extends Opening {
  from: { root: string; version: string }
  to: Program
  plan: Plan
}

/** Address of the shop on this machine. */
export const originOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Starts a program, which takes nothing from people yet, and proves it; `look` is one more proof. Rejects with what is
 * wrong, at once where the program ends.
 */
export async function openAndProve(
  { config, runner, withinMs, signal, say }: Opening,
  mark: UpdateMark,
  program: { root: string; version: string },
  look: () => Promise<void> = async () => {},
): Promise<void> {
  signal.throwIfAborted()
  Object.assign(mark, { state: 'proving', opens: program.root })
  await writeUpdateMark(config.dataDir, mark)
  say(`Starting Dogear ${program.version}, which takes nothing from people until it is proven.`)
  forgetLife(config.dataDir)
  const failed = runner.start(program.root)
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new OperatorError('It was stopped by hand.'))),
  )
  const state = { isOver: false }
  const isOver = () => state.isOver
  const ended = watchLife(config.dataDir, isOver).then(() => new Promise<never>(() => {}))
  const prove = async () => {
    const proven = await provePages({ origin: originOf(config), token: mark.token, program, withinMs, isOver })
    await look()
    return proven
  }
  const { bookId } = await Promise.race([prove(), failed, aborted, ended]).finally(() => (state.isOver = true))
  say(
    bookId
      ? `It answers, shows its pages, and has sold a copy for trial and taken it back.`
      : `It answers and shows its pages; no copy was for sale to try that as well.`,
  )
}
