import type { SearchRequest } from '#contract/search/search-request.ts'
import { parseQuery } from '#server/search/query.rules.ts'
import { isIdle } from '#server/search/understanding/small-words.rules.ts'

/** Why no book can ever match a search, as a sentence that says what to do; null where one can. */
export function whyNever(request: SearchRequest): string | null {
  const { isbn, isWrongIsbn, terms, unwanted } = parseQuery(request.q)
  const words = terms.map(({ word }) => word)
  const isBetween = (from: string, to: string) => from === '' || to === '' || amount(from) <= amount(to)
  if (isWrongIsbn) return 'This ISBN has a typo. Please check its digits.'
  if (isbn === null && words.every(isIdle)) return 'Add a word of the title or the author to this search.'
  const both = words.find((word) => unwanted.includes(word))
  if (both !== undefined) return `“${both}” is both looked for and left out. Please remove one of them.`
  if (!isBetween(request.price_from, request.price_to))
    return 'The lowest price is above the highest. Please change one.'
  if (!isBetween(request.published_from, request.published_to))
    return 'The first year is after the last. Please change one.'
  return null
}

const amount = (text: string) => Number(text.replace(',', '.'))
