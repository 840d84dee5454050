import type { Wanted } from '#contract/wants/wanted.ts'

/** Fewer would tell of one person what they look for. */
const FEWEST_PEOPLE = 2
const LONGEST = 60
const MOST_WORDS = 8
/** In all words together: a year, '451'. Telephone numbers have more, in groups as well. */
const MOST_FIGURES = 4

/** With its words in one order, by which it is known however it is typed. */
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
 * What at least two people look for in the same words, in whatever order; most people first. What could name somebody or
 * lead elsewhere is left out: more than a few figures, of any script, and marks other than those within words.
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

/** How most of them wrote it; of equals the one with capitals. */
function commonest(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const [most] = [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return most?.[0] ?? ''
}
