import { beginningsOf, tokenize } from '#server/database/search-words.ts'

/** What an admin looks for among orders; what can't be meant by the text is null. */
export interface OrderSearch {
  /** Of words of the title, or of one person's name and email. */
  beginnings: string | null
  /** The first and the last id that begin so. */
  ids: readonly [first: string, last: string] | null
  cardLastFour: string | null
  intentId: string | null
}

/** The first eight digits of an id tell orders apart, and no word of a title is likely to be eight such digits. */
const BEGINNING_OF_ID = /^[0-9a-f]{8}(?:[0-9a-f]|-){0,28}$/

/** Null where nothing is looked for. */
export function readSearch(q: string): OrderSearch | null {
  if (q === '') return null
  const words = tokenize(q)
  return {
    beginnings: words.length === 0 ? null : beginningsOf(words),
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
