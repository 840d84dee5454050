import {
  flagFilters,
  manyFilters,
  textFilters,
  type FlagFilter,
  type ManyFilter,
  type SearchRequest,
  type TextFilter,
} from '#contract/search/search-request.ts'
import { priceBound } from '#contract/money/currencies.ts'
import { categoryTitle, formatMoney, grouped, languageName } from '#contract/wording.ts'

const words: Record<string, string> = {
  category: 'Category',
  condition: 'Condition',
  language: 'Language',
  binding: 'Binding',
  location: 'Location',
  price: 'Price',
  published: 'Published',
  seller: 'Seller',
  verified: 'Verified seller',
  photo: 'Own photo',
}

/** Label of a filter, shared by both ends of a range. */
export const filterWords = (filter: string): string => words[filter] ?? filter

/** Label of a filter's value: 'novel-book' → 'Novel Book', 'de' → 'German', 'good' → 'Good'. */
export function valueWords(filter: ManyFilter | 'location', value: string): string {
  if (filter === 'category') return categoryTitle(value)
  if (filter === 'language') return languageName(value)
  return filter === 'location' ? value : value.charAt(0).toUpperCase() + value.slice(1)
}

/** Number beside a value: '3,400', 'about 3,400'; '' where it isn't known. */
export const countWords = (count: number | null, isAbout: boolean): string =>
  count === null ? '' : `${isAbout ? 'about ' : ''}${grouped(count)}`

/** Request without a filter; both ends of a range go together. */
export function withoutFilter(request: SearchRequest, filter: string): SearchRequest {
  const changed = { ...request }
  for (const name of manyFilters) if (name === filter) changed[name] = []
  for (const name of textFilters) if (name === filter || name.startsWith(`${filter}_`)) changed[name] = ''
  for (const name of flagFilters) if (name === filter) changed[name] = false
  return changed
}

/** Active filter, and the request without it. */
export interface Chip {
  key: string
  words: string
  without: SearchRequest
}

/** Chips of the active filters, one for each value; prices in the shop's currency. */
export function chipsOf(request: SearchRequest, currency: string): Chip[] {
  const many = manyFilters.flatMap((name: ManyFilter) =>
    request[name].map((value) => ({
      key: `${name}=${value}`,
      words: valueWords(name, value),
      without: { ...request, [name]: request[name].filter((other) => other !== value) },
    })),
  )
  const texts = textFilters
    .filter((name) => name !== 'seller' && request[name] !== '')
    .map((name: TextFilter) => ({
      key: name,
      words: textWords[name](request[name], currency),
      without: { ...request, [name]: '' },
    }))
  const flags = flagFilters
    .filter((name) => request[name])
    .map((name: FlagFilter) => ({ key: name, words: filterWords(name), without: { ...request, [name]: false } }))
  return [...many, ...texts, ...flags]
}

const textWords: Record<TextFilter, (value: string, currency: string) => string> = {
  location: (value) => value,
  price_from: (value, currency) => `From ${priceWords(value, currency)}`,
  price_to: (value, currency) => `Up to ${priceWords(value, currency)}`,
  published_from: (value) => `Published ${value} or later`,
  published_to: (value) => `Published ${value} or earlier`,
  seller: () => 'One seller',
}

const priceWords = (value: string, currency: string) =>
  formatMoney({ minor: priceBound(value, currency) ?? 0, currency })
