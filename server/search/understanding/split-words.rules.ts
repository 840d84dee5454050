import { isSmall } from './small-words.rules.ts'

const SHORTEST_JOINED = 5
const LONGEST_JOINED = 24
const SHORTEST_PART = 3
const MOST_PARTS = 5

/** Short words of names: da Vinci, Dr. Seuss, St. John. */
const OF_NAMES = new Set('al da di do dr du mc st'.split(' '))

/** Whether letters may be a word of those that were typed together. */
const mayBePart = (part: string) =>
  /^\p{N}+$/u.test(part) ||
  (!/\p{N}/u.test(part) && (part.length >= SHORTEST_PART || (part.length > 1 && (isSmall(part) || OF_NAMES.has(part)))))

const mayBeJoined = (letters: readonly string[]) =>
  letters.length >= SHORTEST_JOINED && letters.length <= LONGEST_JOINED

/** Each part of a word that may be a word itself. */
export function partsOf(word: string): string[] {
  const letters = Array.from(word)
  if (!mayBeJoined(letters)) return []
  const parts = new Set<string>()
  for (let from = 0; from < letters.length; from += 1)
    for (let to = from + 1; to <= letters.length; to += 1) parts.add(letters.slice(from, to).join(''))
  parts.delete(word)
  return [...parts].filter(mayBePart)
}

/**
 * The likeliest words that were typed without a space: gonewiththewind → gone with the wind, catch22 → catch 22. Null
 * where the known words don't make up all of it. `works`: number of works of each known part.
 */
export function splitWord(word: string, works: ReadonlyMap<string, number>): string[] | null {
  const letters = Array.from(word)
  if (!mayBeJoined(letters)) return null
  /** Best split of the first so many letters. */
  const best: ({ parts: string[]; cost: number } | null)[] = [{ parts: [], cost: 0 }]
  for (let to = 1; to <= letters.length; to += 1) {
    best[to] = null
    for (let from = 0; from < to; from += 1) {
      const [before, part] = [best[from], letters.slice(from, to).join('')]
      const known = works.get(part) ?? 0
      if (!before || known === 0 || !mayBePart(part) || before.parts.length === MOST_PARTS) continue
      const cost = before.cost + PER_PART - Math.log(known)
      if (cost < (best[to]?.cost ?? Infinity)) best[to] = { parts: [...before.parts, part], cost }
    }
  }
  const { parts = [] } = best.at(-1) ?? {}
  return parts.length > 1 ? parts : null
}
/** More than the logarithm of any number of works: fewer parts are likelier. */
const PER_PART = 20

/** Words with two neighbours as one, each pair for itself: mocking bird → mockingbird. */
export const joinedPairs = (words: readonly string[]): string[][] =>
  words.slice(1).map((word, at) => [...words.slice(0, at), words[at]! + word, ...words.slice(at + 2)])

/** Words with the letters of unknown short ones apart: ps → p s. */
export const lettersApart = (words: readonly string[], isUnknown: (word: string) => boolean): string[] =>
  words.flatMap((word) => (word.length <= SHORTEST_PART && isUnknown(word) ? Array.from(word) : [word]))
