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

/** The facts of a book that filters compare. */
export interface FilteredBook extends Record<ManyFilter, string | null> {
  sellerId: string
  resalePrice: number
  yearPublished: number | null
  sellerEmailVerified: boolean
  images: readonly string[]
}

/** Whether a book passes the filters. `place`: its normalized location. */
export function passes(filter: CopyFilter, book: FilteredBook, place: string): boolean {
  return (
    isOneOf(filter.category, book.category) &&
    isOneOf(filter.condition, book.condition) &&
    isOneOf(filter.language, book.language) &&
    isOneOf(filter.binding, book.binding) &&
    (filter.seller === '' || filter.seller === book.sellerId) &&
    (filter.place === '' || filter.place === place) &&
    isWithin(filter.priceFrom, filter.priceTo, book.resalePrice) &&
    isWithin(filter.yearFrom, filter.yearTo, book.yearPublished) &&
    (!filter.verified || book.sellerEmailVerified) &&
    (!filter.photo || book.images.length > 0)
  )
}
const isOneOf = (values: readonly string[], value: string | null) =>
  values.length === 0 || (value !== null && values.includes(value))
const isWithin = (from: number | null, to: number | null, value: number | null) =>
  (from === null || (value !== null && value >= from)) && (to === null || (value !== null && value <= to))
