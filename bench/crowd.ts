import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { ServerProcess } from './server-process.ts'

const LONGEST_WAIT_MS = 60_000

/** Outcome of a crowd of simultaneous visitors. */
export interface CrowdOutcome {
  /** Visitors who got the page. */
  answered: number
  /** Visitors refused by 503 with Retry-After (load shedding). */
  shed: number
  /** Other outcomes, by count. There should be none. */
  lost: Map<string, number>
  /** Time from the first request to the last answer. */
  lastMs: number
  /** Time of a page that was requested a second after the last answer. */
  afterMs: number
  rssBytes: number
}

/** Requests a page so many times at once, each on a connection of its own. */
export async function crowd(server: ServerProcess, page: string, amount: number): Promise<CrowdOutcome> {
  const fate = { answered: 0, shed: 0, lost: new Map<string, number>() }
  const start = performance.now()
  const visit = async () => {
    const outcome = await ask(server.origin, { path: page }, LONGEST_WAIT_MS).then(
      ({ status, headers }) => (status === 503 && Number(headers['retry-after']) > 0 ? 'shed' : String(status)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    if (outcome === '200') fate.answered += 1
    else if (outcome === 'shed') fate.shed += 1
    else fate.lost.set(outcome, (fate.lost.get(outcome) ?? 0) + 1)
  }
  await Promise.all(Array.from({ length: amount }, visit))
  const lastMs = performance.now() - start
  const { rssBytes } = await server.usage()
  await sleep(1000)
  const asked = performance.now()
  const { status } = await ask(server.origin, { path: page })
  if (status !== 200) throw new Error(`A second after the crowd ${page} answers ${status}`)
  return { ...fate, lastMs, afterMs: performance.now() - asked, rssBytes }
}
