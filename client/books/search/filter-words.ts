import { flagFilters, manyFilters, textFilters, type SearchRequest } from '#contract/search/search-request.ts'

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

/** A filter's name, as people read it; a range's two ends are one. */
export const filterWords = (filter: string): string => words[filter] ?? filter

/** The same request without one filter; of a range, without both ends. */
export function withoutFilter(request: SearchRequest, filter: string): SearchRequest {
  const changed = { ...request }
  for (const name of manyFilters) if (name === filter) changed[name] = []
  for (const name of textFilters) if (name === filter || name.startsWith(`${filter}_`)) changed[name] = ''
  for (const name of flagFilters) if (name === filter) changed[name] = false
  return changed
}
