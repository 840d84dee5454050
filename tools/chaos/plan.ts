/** How the shop runs: alone with its own PostgreSQL, or as two instances on one that they reach over the network. */
export type Setup = 'one' | 'two'

/** Numbers from 0 to 1 by a seed: the same seed, the same numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A fault of a plan: which, how the shop runs then, and a number from 0 to 1 that decides what is left to chance in it. */
export interface Planned {
  name: string
  setup: Setup
  chance: number
}

/** Changing the setup restarts the shop: so many faults come in a row. */
const IN_A_ROW = 10

/**
 * The plan of a seed, without an end: blocks of faults with the shop alone and as two instances in turns. Each fault
 * comes as often as its weight says, and none a second time before the others of its block have had their turn.
 */
export function* planOf(
  seed: number,
  faults: readonly { name: string; setup: Setup; weight: number }[],
): Generator<Planned, never> {
  const random = seeded(seed)
  const decks = new Map<Setup, string[]>()
  for (let setup: Setup = 'one'; ; setup = setup === 'one' ? 'two' : 'one')
    for (let count = 0; count < IN_A_ROW; count += 1) {
      let deck = decks.get(setup) ?? []
      if (deck.length === 0)
        deck = faults
          .filter((fault) => fault.setup === setup)
          .flatMap(({ name, weight }) => Array.from({ length: weight }, () => ({ name, place: random() })))
          .toSorted((one, other) => one.place - other.place)
          .map(({ name }) => name)
      decks.set(setup, deck)
      yield { name: deck.pop()!, setup, chance: random() }
    }
}
