import { priceBound } from '#contract/money/currencies.ts'
import type { ManyFilter, SearchFilters } from '#contract/search/search-request.ts'
import { tokenize } from './words.rules.ts'

/** Filters as the index compares them. */
export interface CopyFilter extends Pick<SearchFilters, ManyFilter | 'seller' | 'verified' | 'photo'> {
  place: string
  /** In minor units. */
  priceFrom: number | null
  priceTo: number | null
  yearFrom: number | null
  yearTo: number | null
}

/** The filters of a request as the index compares them. */
export function copyFilter(filters: SearchFilters, currency: string): CopyFilter {
  const { category, condition, language, binding, seller, verified, photo } = filters
  const { location, price_from, price_to, published_from, published_to } = filters
  return {
    category,
    condition,
    language,
    binding,
    seller,
    verified,
    photo,
    place: placeOf(location),
    priceFrom: priceBound(price_from, currency),
    priceTo: priceBound(price_to, currency),
    yearFrom: yearIn(published_from),
    yearTo: yearIn(published_to),
  }
}

/** Normalized location, for comparing. */
export const placeOf = (location: string): string => tokenize(location, 20).join(' ').slice(0, 200)

const yearIn = (text: string) => (text === '' ? null : Number(text))
