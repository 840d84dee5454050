import type { Round } from './load.ts'
import type { ServerProcess } from './server-process.ts'

const ROUNDS = 5

/** Rounds of two servers, paired by time. */
export interface Pairs {
  ours: Round[]
  bare: Round[]
}

type Measure = (server: ServerProcess) => Promise<Round>

/** Alternates the servers, and which of them begins, so that other load of the machine affects both alike. */
export async function compare(
  what: string,
  [shop, bare]: [ServerProcess, ServerProcess],
  measure: Measure | { ours: Measure; bare: Measure },
  say: (line: string) => void,
): Promise<Pairs> {
  const { ours: measureOurs, bare: measureBare } =
    typeof measure === 'function' ? { ours: measure, bare: measure } : measure
  const pairs: Pairs = { ours: [], bare: [] }
  for (let count = 0; count <= ROUNDS; count += 1) {
    const turns = [
      async () => void pairs.ours.push(await measureOurs(shop)),
      async () => void pairs.bare.push(await measureBare(bare)),
    ]
    for (const turn of count % 2 === 0 ? turns : turns.toReversed()) await turn()
    const memory = Math.round((pairs.ours.at(-1)?.rssBytes ?? 0) / 1e6)
    say(`${what}: ${count === 0 ? 'warmed up' : `round ${count} of ${ROUNDS}, ${memory} MB`}`)
  }
  // The first round is warm-up.
  return { ours: pairs.ours.slice(1), bare: pairs.bare.slice(1) }
}
