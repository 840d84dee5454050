import { likeness, type Wanted } from '#server/search/query.rules.ts'
import { isConnecting } from './small-words.rules.ts'

/** Penalty of a word that is found as a prefix or an equal word; of one in another spelling, for each of its typos. */
export const LIKE = 3
const PER_TYPO = 8

/** Words without those that stand between others; all, where there are no others. */
export function bareOf<Word = string>(
  words: readonly Word[],
  textOf = (word: Word) => word as string,
): readonly Word[] {
  const bare = words.filter((word) => !isConnecting(textOf(word)))
  return bare.length === 0 ? words : bare
}

export const begins = (words: readonly string[], wanted: readonly Wanted[]) =>
  wanted.length > 0 && wanted.every((one, at) => words[at] !== undefined && likeness(one, words[at]) !== null)
export const isSame = (words: readonly string[], wanted: readonly Wanted[]) =>
  words.length === wanted.length && begins(words, wanted)

/** Part of the words' weight that these have. */
export function weightOf(found: readonly Wanted[], wanted: readonly Wanted[]): number {
  const sum = (words: readonly Wanted[]) => words.reduce((total, { weight }) => total + weight, 0)
  const all = sum(wanted)
  return all === 0 ? 1 : sum(found) / all
}

/** Penalty of the one among these words that matches best; null where none does. */
export function best(wanted: Wanted, words: readonly string[]): number | null {
  let least: number | null = null
  for (const word of words) {
    const how = likeness(wanted, word)
    if (how === null) continue
    const cost = how === 2 ? PER_TYPO * wanted.spellings.find((one) => one.word === word)!.typos : how * LIKE
    if (least === null || cost < least) least = cost
    if (least === 0) break
  }
  return least
}
