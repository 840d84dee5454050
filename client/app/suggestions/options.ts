import { href } from '#contract/href.ts'
import { asQuery } from '#contract/search/query.ts'
import type { Suggestion } from '#contract/search/suggest.ts'

/** Option of the search box's list. */
export interface Option {
  kind: Suggestion['kind'] | 'recent'
  text: string
  /** Secondary text: the author of a title, else the kind. */
  beside: string
  /** Address of the option. */
  to: string
}

/** Maximum recent searches shown first. */
const MOST_BESIDE_OTHERS = 2

const said = { recent: 'Recent search', title: '', author: 'Author', category: 'Category', isbn: 'ISBN' }

/**
 * Merges matching recent searches with the server's suggestions, without duplicates. A category leads to its list, or
 * to its search results for a reader who may not see lists.
 */
export function optionsFor(
  typed: string,
  recent: readonly string[],
  suggested: readonly Suggestion[],
  seesLists = true,
): Option[] {
  const begun = asQuery(typed).toLowerCase()
  const addressOfCategory = (slug: string) =>
    seesLists ? href('/books/:category_name', slug) : `${href('/search')}?${new URLSearchParams({ category: slug })}`
  const fitting = recent.filter((text) => text.toLowerCase().startsWith(begun) && text.toLowerCase() !== begun)
  const own = fitting
    .slice(0, begun === '' ? undefined : MOST_BESIDE_OTHERS)
    .map((text): Option => ({ kind: 'recent', text, beside: said.recent, to: resultsOf(text) }))
  const others = suggested
    .filter(
      ({ kind, text }) => kind === 'category' || !own.some((one) => one.text.toLowerCase() === text.toLowerCase()),
    )
    .map(({ kind, text, by, slug }): Option => {
      const to = kind === 'category' && slug !== undefined ? addressOfCategory(slug) : resultsOf(text)
      return { kind, text, beside: by ?? said[kind], to }
    })
  return [...own, ...others]
}

/** Address of the results for a text. */
export const resultsOf = (text: string): string =>
  `${href('/search')}?${new URLSearchParams({ q: asQuery(text) }).toString()}`
