import { nearest, type Spelling } from '#server/search/spelling.rules.ts'
import {
  asTyped,
  rarest,
  spelledAs,
  MOST_REQUIRED,
  type ParsedQuery,
  type SearchPlan,
  type Wanted,
} from '#server/search/query.rules.ts'
import { asAbbreviation, equalsOf } from './equal-words.rules.ts'
import { isSmall } from './small-words.rules.ts'

/** Most spelling corrections of a word alone, and of one that the words beside it confirm. */
const MOST_SPELLINGS = { alone: 5, beside: 10 }
/** Shortest word that also counts as a prefix of longer ones. */
const SHORTEST_BEGINNING = 3
/** With more words than these, common ones are neither corrected nor used as prefixes: the others suffice. */
const FEW_TERMS = 3
/** A word of more works is common. */
const FEW_WORKS = 2000
/** Most prefixes of common words in one search. */
const MOST_WIDE = 2
/** More works aren't all ranked, so that small words should be among those that are. */
const MANY_WORKS = 200
/** Most words of which some suffice. */
const MOST_SOME = 7
/** Parts of the words' weight that suffice, the most first. */
const SHARES = [0.75, 0.55, 0.4, 0.3]
/** A word that no work has weighs this much of one that a single work has. */
const UNKNOWN = 0.5

export type Terms = ParsedQuery['terms']
export type Words = Pick<ParsedQuery, 'terms' | 'phrases' | 'unwanted'>
export type Reading = Pick<SearchPlan, 'wanted' | 'required' | 'among' | 'enough' | 'isGuess'>

/** What the dictionary of title and author words says of the words of a query. */
export interface Dictionary {
  /** Number of works with a word, of those typed, those equal to them, and their parts; none where it is unknown. */
  works: ReadonlyMap<string, number>
  /** Number of works with longer words with this prefix; Infinity where there are too many to add up. */
  begun: ReadonlyMap<string, number>
  /** Number of works in all. */
  total: number
}

/** Words that may be looked for together with those typed. */
export const alternativesOf = (word: string): string[] => {
  const abbreviation = asAbbreviation(word)
  return [...equalsOf(word), ...(abbreviation === null ? [] : [abbreviation])]
}

/** Words as typed, with those equal to them; an unknown word may be a prefix of known ones, or an abbreviation. */
function wordsAsTyped(terms: Terms, dictionary: Dictionary, isExact = false): Wanted[] {
  const isAllSmall = terms.every(({ word }) => isSmall(word))
  return terms.map(({ word, isQuoted }) => {
    const known = worksOf(word, dictionary)
    const isVerbatim = isQuoted || isExact
    const equals = isVerbatim ? [] : alternativesOf(word).filter((other) => isMeant(other, known, dictionary))
    const isPrefix = !isVerbatim && known + equals.length === 0 && begunBy(word, dictionary) > 0
    const works = isPrefix
      ? begunBy(word, dictionary)
      : equals.reduce((sum, other) => sum + worksOf(other, dictionary), known)
    const isWeightless = !isAllSmall && !isQuoted && !isExact && isSmall(word)
    return { ...asTyped(word, works, isWeightless ? 0 : weightOf(works, dictionary)), isPrefix, equals }
  })
}

const worksOf = (word: string, { works }: Dictionary) => works.get(word) ?? 0
const begunBy = (word: string, { begun }: Dictionary) => begun.get(word) ?? 0
/** An equal word that is known; an abbreviation only of what is no word. */
const isMeant = (other: string, known: number, dictionary: Dictionary) =>
  worksOf(other, dictionary) > 0 && (known === 0 || /^[\p{L}\p{N}]/u.test(other))

const weightOf = (works: number, { total }: Dictionary) =>
  works === 0 ? UNKNOWN * Math.log(1 + total) : Math.log(1 + total / Math.min(works, total))

const isKnown = ({ isPrefix, works }: Wanted) => isPrefix || works !== 0
const isCommon = (works: number | null) => works === null || works > FEW_WORKS
const isWeighty = ({ weight }: Wanted) => weight > 0

/** Required words: at most a few common prefixes among them, which take longest to look up. */
function requiredOf(wanted: readonly Wanted[], most: number): readonly Wanted[] {
  const wide = wanted.filter(({ isPrefix, works }) => isPrefix && isCommon(works))
  const dropped = new Set(wide.slice(MOST_WIDE))
  return rarest(dropped.size === 0 ? wanted : wanted.filter((one) => !dropped.has(one)), most)
}

const allOf = (wanted: readonly Wanted[], required: readonly Wanted[], isGuess = false): Reading => ({
  wanted,
  required,
  among: 'works',
  enough: null,
  isGuess,
})

/** All words in a title and its author. Small ones are required only where the others leave too many works to rank. */
function readingsInWorks(wanted: readonly Wanted[]): Reading[] {
  const weighty = wanted.filter(isWeighty)
  if (!weighty.every(isKnown)) return []
  const areMany = Math.min(...weighty.map(({ works }) => works ?? Infinity)) > MANY_WORKS
  const known = wanted.filter(isKnown)
  return [
    ...(areMany && known.length > weighty.length ? [allOf(wanted, requiredOf(known, known.length))] : []),
    allOf(wanted, requiredOf(weighty, weighty.length)),
  ]
}

/** Readings of the words as typed, likeliest first: in titles and authors, then in whole listings. */
export function readingsAsTyped(parsed: Words, dictionary: Dictionary, isExact = false): Reading[] {
  const wanted = wordsAsTyped(parsed.terms, dictionary, isExact)
  const whole = wanted.map((one) => ({ ...one, isPrefix: false, works: null }))
  const asked = wanted.map(({ word, weight }) => asTyped(word, worksOf(word, dictionary), weight)).filter(isWeighty)
  const rare = new Set((isExact ? asked : rarest(asked)).map(({ word }) => word))
  // Searching listings for common words only is slow, and titles and authors are more likely meant.
  const areMany = wanted.length > FEW_TERMS || parsed.unwanted.length > 0
  const areAllCommon = areMany && asked.every(({ works }) => isCommon(works))
  return [
    ...readingsInWorks(wanted),
    // Phrases are known of titles and authors only.
    ...(parsed.phrases.length === 0 && !areAllCommon
      ? [
          {
            ...allOf(
              whole,
              whole.filter(({ word }) => rare.has(word)),
            ),
            among: 'texts',
          } as const,
        ]
      : []),
  ]
}

/** Other words that were typed as these: split, joined, or numbers. */
export const readingsReworded = (rewordings: readonly Terms[], dictionary: Dictionary): Reading[] =>
  rewordings
    .flatMap((terms) => readingsInWorks(wordsAsTyped(terms, dictionary)))
    .map((one) => ({ ...one, isGuess: true }))

/** Readings of all words with spelling correction or as prefixes, and of some words; likeliest first. */
export function guesses({ terms }: Pick<Words, 'terms'>, dictionary: Dictionary, neighbours: Neighbours): Guesses {
  // Quoted words are searched verbatim.
  if (terms.every(({ isQuoted }) => isQuoted)) return { all: [], some: [] }
  const typed = wordsAsTyped(terms, dictionary)
  const isAlone = typed.filter(isWeighty).length === 1
  const spelled = (one: Wanted) =>
    withWeight(spelledAs(one, corrections(one, neighbours.get(one.word) ?? [], isAlone)), dictionary)
  const mended = typed.map((one, at) => (isKnown(one) || terms[at]!.isQuoted ? one : spelled(one)))
  const broad = typed.map((one, at) => {
    const [works, begun] = [worksOf(one.word, dictionary), begunBy(one.word, dictionary)]
    // A common word among many is searched as typed.
    if (!isWeighty(one) || terms[at]!.isQuoted || (terms.length > FEW_TERMS && isCommon(works))) return one
    return terms.length > FEW_TERMS && isCommon(begun) ? spelled(one) : asBeginning(spelled(one), begun)
  })
  const reading = (wanted: Wanted[]) => allOf(wanted, requiredOf(wanted.filter(isWeighty), MOST_REQUIRED), true)
  const isMended = !typed.filter(isWeighty).every(isKnown) && mended.filter(isWeighty).every(isKnown)
  const all = [
    ...readingWithoutEnd(typed),
    ...(isMended ? [reading(mended)] : []),
    reading(broad),
    ...(typed.every(isKnown) ? readingWithInitials(typed) : []),
  ]
  return { all, some: readingsOfSome(mended) }
}

/** Words of which the last is a beginning of few letters, by which nothing is looked up: the girl on the tr. */
function readingWithoutEnd(typed: readonly Wanted[]): Reading[] {
  const weighty = typed.filter(isWeighty)
  const others = weighty.filter((one) => one !== typed.at(-1))
  const isShort = typed.at(-1)!.word.length <= SHORTEST_BEGINNING
  return isShort && others.length > 0 && others.length < weighty.length && others.every(isKnown)
    ? [allOf(typed, requiredOf(others, others.length), true)]
    : []
}

/** Names of which all but the last are initials in the shop: joanne rowling, J.K. Rowling. */
function readingWithInitials(typed: readonly Wanted[]): Reading[] {
  const name = typed.map((one, at) =>
    at === typed.length - 1 || !/^\p{L}{3,}$/u.test(one.word) ? one : withInitial(one),
  )
  const isName = typed.length > 1 && typed.length <= FEW_TERMS && typed.every(isWeighty)
  return isName ? [allOf(name, requiredOf(name, name.length), true)] : []
}
const withInitial = (one: Wanted): Wanted => ({
  ...one,
  spellings: [{ word: one.word[0]!, typos: INITIAL }],
  works: null,
})
/** A first name is its initial less likely than a typo or two. */
const INITIAL = 2.3

export interface Guesses {
  all: Reading[]
  some: Reading[]
}
export type Neighbours = ReadonlyMap<string, readonly Spelling[]>

/** Readings in which some of the words suffice: the rarest weigh most. */
function readingsOfSome(wanted: readonly Wanted[]): Reading[] {
  const weighty = wanted.filter(isWeighty)
  if (weighty.length < 2) return []
  const known = rarest(
    weighty.filter(({ works }) => works !== 0),
    MOST_SOME,
  )
  const total = weighty.reduce((sum, { weight }) => sum + weight, 0)
  const most = known.reduce((sum, { weight }) => sum + weight, 0)
  return (weighty.length === 2 ? [0.4] : SHARES)
    .map((share) => share * total)
    .filter((enough) => enough <= most)
    .map((enough) => ({ ...allOf(wanted, known, true), enough }))
}

/** A known word is less likely a typo. */
const corrections = (one: Wanted, neighbours: readonly Spelling[], isAlone: boolean) =>
  nearest(one.word, neighbours, isAlone ? MOST_SPELLINGS.alone : MOST_SPELLINGS.beside, isAlone).map((other) =>
    isKnown(one) ? { ...other, typos: other.typos + 1 } : other,
  )

const withWeight = (one: Wanted, dictionary: Dictionary): Wanted => ({
  ...one,
  weight: weightOf(one.works ?? 0, dictionary),
})

const asBeginning = (one: Wanted, begun: number): Wanted =>
  one.word.length < SHORTEST_BEGINNING ? one : { ...one, isPrefix: true, works: (one.works ?? Infinity) + begun }
