import { href } from '#contract/href.ts'
import { asQuery } from '#contract/search/search-request.ts'
import type { Suggestion } from '#contract/search/suggest.ts'

/** What can be chosen below a search box. */
export interface Option {
  kind: Suggestion['kind'] | 'recent'
  text: string
  /** What stands beside it: a title's author, or what it is. */
  beside: string
  /** Where it leads. */
  to: string
}

/** Maximum recent searches shown first. */
const MOST_BESIDE_OTHERS = 2

const said = { recent: 'Recent search', title: '', author: 'Author', category: 'Category', isbn: 'ISBN' }

/** One's own last searches that go on as what is typed does, then what the server suggests for it; nothing twice. */
export function optionsFor(typed: string, recent: readonly string[], suggested: readonly Suggestion[]): Option[] {
  const begun = asQuery(typed).toLowerCase()
  const fitting = recent.filter((text) => text.toLowerCase().startsWith(begun) && text.toLowerCase() !== begun)
  const own = fitting
    .slice(0, begun === '' ? undefined : MOST_BESIDE_OTHERS)
    .map((text): Option => ({ kind: 'recent', text, beside: said.recent, to: resultsOf(text) }))
  const others = suggested
    .filter(
      ({ kind, text }) => kind === 'category' || !own.some((one) => one.text.toLowerCase() === text.toLowerCase()),
    )
    .map(({ kind, text, by, slug }): Option => {
      const to = kind === 'category' && slug !== undefined ? href('/books/:category_name', slug) : resultsOf(text)
      return { kind, text, beside: by ?? said[kind], to }
    })
  return [...own, ...others]
}

/** Where the results for a text are. */
export const resultsOf = (text: string): string =>
  `${href('/search')}?${new URLSearchParams({ q: asQuery(text) }).toString()}`
