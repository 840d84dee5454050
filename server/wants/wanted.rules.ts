import type { Wanted } from '#contract/wants/wanted.ts'

/** Minimum of people: fewer would reveal one person's search. */
const FEWEST_PEOPLE = 2
const LONGEST = 60
const MOST_WORDS = 8
/** Maximum of digits in all words: a year, '451'. Telephone numbers have more. */
const MOST_FIGURES = 4

/** With its words sorted, as the key for every order of typing. */
export interface SummedWanted extends Wanted {
  key: string
}

/** A saved search: its words normalized, and as typed. */
export interface TypedSearch {
  accountId: string
  words: readonly string[]
  typed: string
}

/**
 * Searches that at least two people share, in any order of words; most people first. Leaves out what could name a
 * person or link elsewhere: more than a few digits, of any script, and marks other than those within words.
 */
export function wantedByMany(searches: readonly TypedSearch[], most: number): SummedWanted[] {
  const groups = new Map<string, { key: string; people: Set<string>; typed: string[] }>()
  for (const { accountId, words, typed } of searches) {
    if (words.length === 0 || words.length > MOST_WORDS || figuresIn(words) > MOST_FIGURES) continue
    const key = words.toSorted().join(' ')
    const group = groups.get(key) ?? { key, people: new Set(), typed: [] }
    group.people.add(accountId)
    group.typed.push(plainWords(typed))
    groups.set(key, group)
  }
  const wanted = [...groups.values()]
    .filter(({ people }) => people.size >= FEWEST_PEOPLE)
    .map(({ key, people, typed }) => ({ key, words: commonest(typed), people: people.size }))
    .filter(({ words }) => words !== '' && words.length <= LONGEST)
    .toSorted((one, other) => other.people - one.people || (one.words < other.words ? -1 : 1))
  return [...new Map(wanted.toReversed().map((one) => [one.words, one])).values()].toReversed().slice(0, most)
}

const figuresIn = (words: readonly string[]) => words.join('').match(/\p{N}/gu)?.length ?? 0

const plainWords = (typed: string) =>
  typed
    .replaceAll(/(?<!\p{L})['’]|['’](?!\p{L})|[^\p{L}\p{M}\p{N}'’]+/gu, ' ')
    .trim()
    .replaceAll(/ +/g, ' ')

/** The most common spelling; on a tie the one with capitals. */
function commonest(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const [most] = [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return most?.[0] ?? ''
}
