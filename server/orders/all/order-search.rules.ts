import { readOrderNumber } from '#contract/orders/order-number.ts'
import { beginningsOf, tokenize } from '#server/database/search-words.ts'

/** A parsed search among orders; null for what the text can't mean. */
export interface OrderSearch {
  /** Prefixes of words in the title, or in a person's name and email. */
  beginnings: string | null
  number: string | null
  /** The range of ids with this prefix. */
  ids: readonly [first: string, last: string] | null
  cardLastFour: string | null
  intentId: string | null
}

/** Eight hex digits identify an order, and are unlikely to be a word of a title. */
const BEGINNING_OF_ID = /^[0-9a-f]{8}(?:[0-9a-f]|-){0,28}$/

/** Parses the search text; null where it is empty. */
export function readSearch(q: string): OrderSearch | null {
  if (q === '') return null
  const words = tokenize(q)
  return {
    beginnings: words.length === 0 ? null : beginningsOf(words),
    number: readOrderNumber(q),
    ids: idsBeginningWith(q.toLowerCase()),
    cardLastFour: /^\d{4}$/.test(q) ? q : null,
    intentId: /^pi_\w+$/.test(q) ? q : null,
  }
}

function idsBeginningWith(text: string): OrderSearch['ids'] {
  const digits = text.replaceAll('-', '')
  if (!BEGINNING_OF_ID.test(text) || digits.length > 32) return null
  return [asId(digits.padEnd(32, '0')), asId(digits.padEnd(32, 'f'))]
}

const asId = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
