import { MOST_SUGGESTED, type Suggestion } from '#contract/search/suggest.ts'
import { categoryTitle } from '#contract/wording.ts'
import { hyphenated } from '#server/books/hyphenate-isbn.public.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { listNeighbours, lookUpBegunWords } from './dictionary.sql.ts'
import { likeness, parseQuery, spelledAs, type Wanted } from './query.rules.ts'
import { nearest } from './spelling.rules.ts'
import { cacheSearchResult } from './search-cache.ts'
import { suggestByIsbn, suggestWorks, type SuggestedWork } from './suggest.sql.ts'
import { tokenize, withoutArticle } from './words.rules.ts'

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
  if (isbn !== null) return ofIsbn(await suggestByIsbn(services.db, isbn), isbn)
  const words = terms.map(({ word }) => word)
  if (words.join('').length < SHORTEST) return []
  const [wanted, categories] = await Promise.all([wantedWords(services, words), categoriesOf(services)])
  const beginning = withoutArticle(words).join(' ')
  const works = wanted ? await suggestWorks(services.db, beginning, wanted) : []
  const matching = categories
    .filter(({ slug, unsoldCount }) => unsoldCount > 0 && allBegin(words, tokenize(slug)))
    .map(({ slug }): Suggestion => ({ kind: 'category', text: categoryTitle(slug), slug }))
  return [
    ...matching.slice(0, MOST_OF_A_KIND.category),
    ...titlesOf(works, wanted ?? [], beginning),
    ...authorsOf(works, wanted ?? []),
  ].slice(0, MOST_SUGGESTED)
}

const categoriesOf = ({ db }: SuggestServices) =>
  cacheSearchResult(db, ['categories'], () => listCategoryRows(db), TTL_MS)

const ofIsbn = (work: SuggestedWork | null, isbn: string): Suggestion[] =>
  work ? [{ kind: 'isbn', text: hyphenated(isbn), by: work.title }] : []

/** Null where a word is neither known nor similar to a known word. */
async function wantedWords({ db }: SuggestServices, words: readonly string[]): Promise<Wanted[] | null> {
  const begun = await lookUpBegunWords(db, words)
  const isUnknown = (word: string) => begun.get(word)!.works === 0 && begun.get(word)!.longer.length === 0
  const neighbours = await listNeighbours(db, words.filter(isUnknown))
  const wanted = words.map((word, at) => {
    const { works, longer } = begun.get(word)!
    const mayGoOn = works === 0 || at === words.length - 1
    const spelled = nearest(word, neighbours.get(word) ?? [], MOST_SPELLINGS)
    return spelledAs(word, works, [...(mayGoOn ? longer : []), ...spelled])
  })
  return wanted.every(({ works, spellings }) => works !== 0 || spellings.length > 0) ? wanted : null
}

/** Titles with this prefix first, then those that have the words earliest. */
function titlesOf(works: readonly SuggestedWork[], wanted: readonly Wanted[], beginning: string): Suggestion[] {
  const has = (work: SuggestedWork) => {
    const words = work.titleWords.split(' ')
    return wanted.filter((one) => words.some((word) => likeness(one, word) !== null)).length
  }
  const ranked = works
    .map((work) => ({ work, begins: work.mainTitle.startsWith(beginning), has: has(work) }))
    .filter(({ begins, has: count }) => begins || count > 0)
    .toSorted(
      (one, other) =>
        Number(other.begins) - Number(one.begins) ||
        other.has - one.has ||
        one.work.mainTitle.length - other.work.mainTitle.length,
    )
  const titles = new Map(ranked.map(({ work }) => [work.mainTitle, work]).toReversed() as [string, SuggestedWork][])
  return [...titles.values()]
    .toReversed()
    .slice(0, MOST_OF_A_KIND.title)
    .map(({ title, author }) => ({ kind: 'title', text: title, by: author }))
}

/** Authors whose name has all of the words. */
function authorsOf(works: readonly SuggestedWork[], wanted: readonly Wanted[]): Suggestion[] {
  const counts = new Map<string, number>()
  for (const { author } of works)
    for (const name of author.split(/[,;]/)) {
      const words = tokenize(name, 12)
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
