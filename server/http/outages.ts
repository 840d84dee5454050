import type { FastifyInstance } from 'fastify'
import { BudgetSpent } from '#server/database/budget.ts'
import { databaseTrouble, type DatabaseTrouble } from '#server/database/trouble.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import type { Log } from '#server/services.ts'
import { note } from '#server/tracing/work-notes.ts'
import { describeError } from './describe-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Notes an outage for the log; true where the failure is one. */
    noteOutage(error: unknown): boolean
  }
}

/** Cause of an outage: the database, an outside service, or too many requests. */
export type Outage = DatabaseTrouble | 'provider' | 'busy' | 'spent'

/** More visitors than the program can serve; some are refused so that the others are served. */
export class Overload extends Error {
  override name = 'Overload'
}

const LINE_MS = 1000
/** An outage counts as over after so long without a failure, and the next one is logged in full again. */
const OVER_MS = 60_000

/** The outage behind anything that was thrown; null where the fault is ours. */
export function outageOf(error: unknown): Outage | null {
  if (error instanceof Overload) return 'busy'
  if (error instanceof ProviderError) return 'provider'
  if (error instanceof BudgetSpent) return 'spent'
  return error instanceof Error ? databaseTrouble(error) : null
}

/**
 * Reports outages of all routes. The beginning is logged with its cause, in a sentence where the operator has something
 * to do; while it lasts, a line a second has the number of refused requests. A provider's failures are logged per
 * request, in a line without a stack: they have causes of their own.
 */
export function registerOutages(app: FastifyInstance, log: Pick<Log, 'error' | 'warn'>, dataDir: string): void {
  const report = outageReporter(log, dataDir)
  app.decorate('noteOutage', (error) => {
    const outage = outageOf(error)
    if (outage) {
      note({ outage })
      report(outage, error)
    }
    return outage !== null
  })
}

/** Reporter behind `registerOutages`. */
export function outageReporter(
  log: Pick<Log, 'error' | 'warn'>,
  dataDir: string,
  now = () => performance.now(),
): (outage: Outage, error: unknown) => void {
  const lasting = new Map<Outage, { refused: number; lastSeen: number; nextLine: number }>()
  return (outage, err) => {
    const state = lasting.get(outage)
    if (!state || now() - state.lastSeen > OVER_MS) {
      lasting.set(outage, { refused: 0, lastSeen: now(), nextLine: now() + LINE_MS })
      if (outage === 'busy') log.warn({ outage }, sentences(dataDir)[outage])
      else log.error({ err, outage }, sentences(dataDir)[outage])
      return
    }
    state.lastSeen = now()
    if (outage === 'provider') return log.warn({ outage, why: whyOf(err) }, 'a provider failed')
    state.refused += 1
    if (now() < state.nextLine) return
    log.warn({ outage, refused: state.refused }, 'still so; requests were refused')
    state.refused = 0
    state.nextLine = now() + LINE_MS
  }
}

/** The cause, in a line. */
function whyOf(error: unknown): string {
  const { type, code, message, cause } = describeError(error)
  return [type, code, message, cause?.message].filter(Boolean).join(': ')
}

const sentences = (dataDir: string): Record<Outage, string> => ({
  away: 'the database can’t be reached',
  full: `the disk of ${dataDir} is full, or that of the database where it has its own; make room: nothing can be written until then`,
  exhausted: 'the database is out of memory or connections',
  slow: 'the database did not answer in time',
  'read-only': 'the database takes no writes: it is a standby, or was set so',
  broken: 'the database says that its system, disk or data fails; its own log says more',
  disk: `the disk of ${dataDir} can’t be read or written`,
  limit:
    'the system gives this program no more files, memory or ports; allow it more (ulimit -n, LimitNOFILE) or look for what takes them',
  provider: 'a provider does not answer',
  spent: 'a request took longer than its kind may, and was ended',
  busy: 'more requests than can be served; some are sent away for a moment',
})
