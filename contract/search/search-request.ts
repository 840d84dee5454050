import { CONDITIONS } from '#contract/books/conditions.ts'
import { BINDINGS, LANGUAGES } from '#contract/books/editions.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import { asQuery } from './query.ts'

// What can be asked of the search, and how an address says it. No schema in here: a page that shows results carries none.

/** In the order in which they are offered. Without words to compare there is no relevance. */
export const searchSorts = ['relevance', 'newest', 'price', '-price'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Filters of which several values may be chosen: one of them has to be right. */
export const manyFilters = ['category', 'condition', 'language', 'binding'] as const
export type ManyFilter = (typeof manyFilters)[number]
/** Filters that are a text: a place, bounds of the price and of the year, a seller. */
export const textFilters = ['location', 'price_from', 'price_to', 'published_from', 'published_to', 'seller'] as const
export type TextFilter = (typeof textFilters)[number]
/** Filters that are on or off. */
export const flagFilters = ['verified', 'photo'] as const
export type FlagFilter = (typeof flagFilters)[number]

/** Filters whose values are offered with counts. */
export const facets = [...manyFilters, 'location', ...flagFilters] as const
export type Facet = (typeof facets)[number]

/** What a copy must be like; an empty list or text asks for nothing. Prices are texts in the shop's currency. */
export type SearchFilters = Record<ManyFilter, string[]> & Record<TextFilter, string> & Record<FlagFilter, boolean>

export const noFilters: SearchFilters = {
  category: [],
  condition: [],
  language: [],
  binding: [],
  location: '',
  price_from: '',
  price_to: '',
  published_from: '',
  published_to: '',
  seller: '',
  verified: false,
  photo: false,
}

/** A search without its page. `exact`: only what has every word as it was typed. */
export interface SearchRequest extends SearchFilters {
  q: string
  exact: boolean
}

const PRICE = /^\d{1,9}(?:[.,]\d{1,3})?$/
const YEAR = /^\d{4}$/
const MOST_VALUES = 20

/** Whether an address can say this of a filter. */
export const isFilterValue: Record<ManyFilter | TextFilter, (value: string) => boolean> = {
  category: (value) => /^[a-z0-9-]{1,60}$/.test(value),
  condition: (value) => CONDITIONS.some((one) => one === value),
  language: (value) => LANGUAGES.includes(value),
  binding: (value) => BINDINGS.some((one) => one === value),
  location: (value) => value.length <= 200 && isPlain(value),
  price_from: (value) => PRICE.test(value),
  price_to: (value) => PRICE.test(value),
  published_from: (value) => YEAR.test(value),
  published_to: (value) => YEAR.test(value),
  seller: (value) => ID_PATTERN.test(value),
}

// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const isPlain = (text: string) => text.isWellFormed() && !/[\u0000-\u001F\u007F]/.test(text)

/** What a page's address asks for. What it can't mean is left out: a page answers every address. */
export function readSearchRequest(address: URLSearchParams): SearchRequest {
  const request: SearchRequest = {
    ...noFilters,
    q: asQuery(address.get('q') ?? ''),
    exact: address.get('exact') === 'true',
  }
  for (const name of manyFilters) {
    // A form sends a value at a time, our links all in one.
    const values = address.getAll(name).flatMap((text) => text.split(','))
    request[name] = [...new Set(values)].filter(isFilterValue[name]).slice(0, MOST_VALUES)
  }
  for (const name of textFilters) {
    const value = (address.get(name) ?? '').trim()
    if (value !== '' && isFilterValue[name](value)) request[name] = value
  }
  for (const name of flagFilters) request[name] = address.get(name) === 'true'
  return request
}

/** The same as an address says it; one address for one request. */
export function searchParamsOf({ q, exact, ...filters }: SearchRequest): URLSearchParams {
  const address = new URLSearchParams()
  if (q !== '') address.set('q', q)
  if (exact) address.set('exact', 'true')
  for (const name of manyFilters) if (filters[name].length > 0) address.set(name, filters[name].join(','))
  for (const name of textFilters) if (filters[name] !== '') address.set(name, filters[name])
  for (const name of flagFilters) if (filters[name]) address.set(name, 'true')
  return address
}

/** The usual order comes first: by relevance where there are words, else the newest. */
export const sortsOf = ({ q }: Pick<SearchRequest, 'q'>): readonly SearchSort[] =>
  q === '' ? searchSorts.slice(1) : searchSorts

/** Whether anything is asked of the copies, besides the words. */
export const hasFilters = (request: SearchFilters): boolean =>
  manyFilters.some((name) => request[name].length > 0) ||
  textFilters.some((name) => request[name] !== '') ||
  flagFilters.some((name) => request[name])
