import { MOST_SUGGESTED, type Suggestion } from '#contract/search/suggest.ts'
import { categoryTitle } from '#contract/wording.ts'
import { hyphenated } from '#server/books/hyphenate-isbn.public.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import { plainIsbn } from '#contract/books/isbn.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { listNeighbours, lookUpBegunWords } from './dictionary.sql.ts'
import { asTyped, likeness, parseQuery, spelledAs, type Wanted } from './query.rules.ts'
import { keepingFirstLetter, nearest } from './spelling.rules.ts'
import { cacheSearchResult } from './search-cache.ts'
import { suggestByIsbn, suggestWorks, type SuggestedEdition, type SuggestedWork } from './suggest.sql.ts'
import { isConnecting } from './understanding/small-words.rules.ts'
import { seriesInWords } from './understanding/title-parts.rules.ts'
import { indexedWords, tokenize, withoutArticle } from './words.rules.ts'

const MOST_OF_A_KIND = { title: 5, author: 2, category: 2 }
const MOST_SPELLINGS = 3
/** Suggestions are cached longer than results: prefixes repeat, and a suggestion can't be bought. */
const TTL_MS = 3000
/** A single letter is the prefix of too many words. */
const SHORTEST = 2

type SuggestServices = Pick<Services, 'db'>

/**
 * Suggests what is being typed (autocomplete). The last word may be a prefix, and a word that no work has may have a
 * typo. Reads a bounded number of works, however many there are.
 */
export function suggest(services: SuggestServices, q: string): Promise<Suggestion[]> {
  return cacheSearchResult(services.db, ['suggested', q], () => findSuggestions(services, q), TTL_MS)
}

async function findSuggestions(services: SuggestServices, q: string): Promise<Suggestion[]> {
  const { terms, isbn } = parseQuery(q)
  const digits = plainIsbn(q)
  if (isbn !== null || ISBN_BEGINNING.test(digits)) return ofIsbn(await suggestByIsbn(services.db, isbn ?? digits))
  const words = terms.map(({ word }) => word)
  if (words.join('').length < SHORTEST) return []
  const [wanted, categories] = await Promise.all([wantedWords(services, words), categoriesOf(services)])
  const beginning = withoutArticle(words).join(' ')
  const works = wanted ? await suggestWorks(services.db, beginning, wanted.filter(isLookedUp)) : []
  const matching = categories
    .filter(({ slug, unsoldCount }) => unsoldCount > 0 && allBegin(words, tokenize(slug)))
    .map(({ slug }): Suggestion => ({ kind: 'category', text: categoryTitle(slug), slug }))
  return [
    ...matching.slice(0, MOST_OF_A_KIND.category),
    ...titlesOf(works, wanted ?? [], beginning),
    ...authorsOf(works, wanted ?? []),
  ].slice(0, MOST_SUGGESTED)
}

/** Fewest digits of an ISBN that tell an edition from thousands. */
const ISBN_BEGINNING = /^97[89]\d{3,9}$/

/** A letter or two that end the words are the beginning of too many words to look for: the others suffice. */
const isLookedUp = ({ word, isPrefix }: Wanted, at: number, all: readonly Wanted[]) =>
  !isPrefix || word.length > LONGEST_LETTERS || all.length === 1
const LONGEST_LETTERS = 2

const categoriesOf = ({ db }: SuggestServices) =>
  cacheSearchResult(db, ['categories'], () => listCategoryRows(db), TTL_MS)

const ofIsbn = (works: readonly SuggestedEdition[]): Suggestion[] =>
  works.map(({ isbn, title }) => ({ kind: 'isbn', text: hyphenated(isbn), by: title }))

/** Null where a word is neither known nor similar to a known word, nor two that were typed together. */
async function wantedWords({ db }: SuggestServices, words: readonly string[]): Promise<Wanted[] | null> {
  const begun = await lookUpBegunWords(db, words)
  const isUnknown = (word: string) => begun.get(word)!.works === 0 && begun.get(word)!.longer.length === 0
  const unknown = words.filter(isUnknown)
  const neighbours = await listNeighbours(db, unknown)
  const wanted = words.map((word, at) => {
    const { works, longer } = begun.get(word)!
    const isLast = at === words.length - 1
    const near = nearest(word, neighbours.get(word) ?? [], MOST_SPELLINGS, words.length === 1)
    const spelled = keepingFirstLetter(word, near)
    const one = spelledAs(asTyped(word, works), [
      ...(works === 0 || isLast ? longer.map((other) => ({ ...other, typos: 0 })) : []),
      ...spelled,
    ])
    return { ...one, isPrefix: isLast && word.length <= LONGEST_LETTERS && words.length > 1 }
  })
  const isFound = ({ works, spellings, isPrefix }: Wanted) => works !== 0 || spellings.length > 0 || isPrefix
  if (wanted.every(isFound)) return wanted
  return words.length === 1 ? typedTogether(db, words[0]!) : null
}

/** A known word and the beginning of another: harrypot → harry pot…. Null where there is no such pair. */
async function typedTogether(db: Db, word: string): Promise<Wanted[] | null> {
  const pairs = Array.from({ length: word.length }, (_, at): [string, string] => [word.slice(0, at), word.slice(at)])
  const likely = pairs.filter((parts) => parts.every((part) => part.length >= SHORTEST_PART))
  const begun = await lookUpBegunWords(db, [...new Set(likely.flat())])
  const found = likely
    .map(([first, second]) => ({
      first: begun.get(first)!,
      second: begun.get(second)!,
      words: [first, second] as const,
    }))
    .filter(({ first, second }) => first.works > 0 && (second.works > 0 || second.longer.length > 0))
    .toSorted((one, other) => other.first.works - one.first.works)[0]
  if (!found) return null
  const [first, second] = found.words
  return [
    asTyped(first, found.first.works),
    spelledAs(
      asTyped(second, found.second.works),
      found.second.longer.map((other) => ({ ...other, typos: 0 })),
    ),
  ]
}
const SHORTEST_PART = 3

/** Titles with this prefix first, then those that have the words earliest. */
function titlesOf(works: readonly SuggestedWork[], wanted: readonly Wanted[], beginning: string): Suggestion[] {
  const has = (work: SuggestedWork) => {
    const words = work.titleWords.split(' ')
    return wanted.filter((one) => words.some((word) => likeness(one, word) !== null)).length
  }
  // Nothing but an article was typed.
  const isArticle = isConnecting(beginning)
  const begins = ({ titleWords, mainTitle }: SuggestedWork) =>
    isArticle ? titleWords.startsWith(`${beginning} `) : mainTitle.startsWith(beginning)
  const ranked = works
    .map((work) => ({ work, begins: begins(work), volume: volumeOf(work.title), has: has(work) }))
    .filter(({ begins, has: count }) => begins || count > 0)
    .toSorted(
      (one, other) =>
        Number(other.begins) - Number(one.begins) ||
        other.has - one.has ||
        one.volume - other.volume ||
        one.work.mainTitle.length - other.work.mainTitle.length,
    )
  const titles = new Map(ranked.map(({ work }) => [work.mainTitle, work]).toReversed() as [string, SuggestedWork][])
  return [...titles.values()]
    .toReversed()
    .slice(0, MOST_OF_A_KIND.title)
    .map(({ title, author }) => ({ kind: 'title', text: title, by: author }))
}

/** A first volume comes before other books, these before later volumes, and sets of several come last. */
function volumeOf(title: string): number {
  const series = seriesInWords(title)
  if (!series) return 1.5
  return series.isSet ? Infinity : series.number
}

/** Authors whose name has all of the words. */
function authorsOf(works: readonly SuggestedWork[], wanted: readonly Wanted[]): Suggestion[] {
  const counts = new Map<string, number>()
  for (const { author } of works)
    for (const name of author.split(/[,;]/)) {
      const words = indexedWords(tokenize(name, 12))
      if (wanted.every((one) => words.some((word) => likeness(one, word) !== null)))
        counts.set(name.trim(), (counts.get(name.trim()) ?? 0) + 1)
    }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_OF_A_KIND.author)
    .map(([text]) => ({ kind: 'author', text }))
}

const allBegin = (words: readonly string[], of: readonly string[]) =>
  words.every((word) => of.some((other) => other.startsWith(word)))
