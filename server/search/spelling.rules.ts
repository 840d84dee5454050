const SHORTEST = 3
const LONGEST = 24

const isSpelled = (word: string) => !/^\p{N}+$/u.test(word) && word.length <= LONGEST

/** Spelling variants of a known word by deletion: itself, and itself without one of its letters. */
export function spellingsOf(word: string): string[] {
  if (!isSpelled(word) || word.length < SHORTEST) return []
  return [...new Set([word, ...withoutOne(word)])]
}

/** Spelling variants of a typed word, which may have lost a letter of a short one. */
export const spellingsTyped = (word: string): string[] =>
  isSpelled(word) && word.length === SHORTEST - 1 ? [word] : spellingsOf(word)

function withoutOne(word: string): string[] {
  const letters = Array.from(word)
  return letters.map((_, at) => letters.toSpliced(at, 1).join(''))
}

/** Edit distance: letters dropped, added, replaced, or swapped with their neighbour. */
export function typosBetween(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)]
  let before: number[] = []
  let above = b.map((_, at) => at + 1)
  above.unshift(0)
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row]
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a[row - 1] === b[at - 1]
      let least = Math.min(above[at]! + 1, line[at - 1]! + 1, above[at - 1]! + (isSame ? 0 : 1))
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        least = Math.min(least, before[at - 2]! + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above.at(-1)!
}

export interface Spelling {
  word: string
  /** Number of works with this word. */
  works: number
}

/** Spelling correction: nearest words first, then the most frequent. */
export function nearest(typed: string, words: readonly Spelling[], most: number): Spelling[] {
  return words
    .filter(({ word }) => word !== typed)
    .map((spelling) => ({ ...spelling, typos: typosBetween(typed, spelling.word) }))
    .filter(({ typos }) => typos <= (typed.length >= 6 ? 2 : 1))
    .toSorted((one, other) => one.typos - other.typos || other.works - one.works || (one.word < other.word ? -1 : 1))
    .slice(0, most)
    .map(({ word, works }) => ({ word, works }))
}
