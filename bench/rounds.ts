import type { Round } from './load.ts'
import type { ServerProcess } from './server-process.ts'

/** Rounds of two servers, paired by time. */
export interface Pairs {
  ours: Round[]
  bare: Round[]
}

export type Measure = (server: ServerProcess) => Promise<Round>

/** Compares two servers by a measure, or by one for each. */
export type Compare = (
  what: string,
  servers: [shop: ServerProcess, bare: ServerProcess],
  measure: Measure | { ours: Measure; bare: Measure },
) => Promise<Pairs>

/** Alternates the servers, and which of them begins, so that other load of the machine affects both alike. */
export const comparing =
  (rounds: number, say: (line: string) => void): Compare =>
  async (what, [shop, bare], measure) => {
    const { ours: measureOurs, bare: measureBare } =
      typeof measure === 'function' ? { ours: measure, bare: measure } : measure
    const pairs: Pairs = { ours: [], bare: [] }
    for (let count = 0; count <= rounds; count += 1) {
      const turns = [
        async () => void pairs.ours.push(await measureOurs(shop)),
        async () => void pairs.bare.push(await measureBare(bare)),
      ]
      for (const turn of count % 2 === 0 ? turns : turns.toReversed()) await turn()
      const memory = Math.round((pairs.ours.at(-1)?.rssBytes ?? 0) / 1e6)
      say(`${what}: ${count === 0 ? 'warmed up' : `round ${count} of ${rounds}, ${memory} MB`}`)
    }
    // The first round is warm-up.
    return { ours: pairs.ours.slice(1), bare: pairs.bare.slice(1) }
  }
