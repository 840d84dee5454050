import type { Condition } from '#contract/books/books.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { findIsbn, isRoundedNumber } from '../isbn.ts'
import { UnreadableCell } from './unreadable-cell.ts'

/** Words for "no ISBN", LibraryThing's brackets among them. */
const NO_ISBN = /^(?:\[\]|0+|[-–—]+|n\/?a|none|keine|ohne|unbekannt|unknown)$/i

/** The thirteen digits of an ISBN; null where the cell has none. */
export function isbnOf(cell: string | undefined): string | null {
  if (cell === undefined || NO_ISBN.test(cell)) return null
  if (isRoundedNumber(cell))
    throw new UnreadableCell('a spreadsheet has rounded this ISBN; make that column text, and export it again')
  const found = findIsbn(cell)
  if (!found) throw new UnreadableCell('this isn’t an ISBN: write 10 or 13 digits, or leave the cell empty')
  return found
}

/** Our conditions, with the words of booksellers, in English and German. */
const CONDITION_WORDS: Record<Condition, RegExp> = {
  excellent:
    /^(excellent|(as |like |brand )?new|unread|mint|(near )?fine|(wie )?neu|neuwertig|neuware|ungelesen|einwandfrei|tadellos|ausgezeichnet)$/,
  good: /^(good|very good|vg|(sehr )?gut( erhalten)?|leichte gebrauchsspuren)$/,
  fair: /^(fair|acceptable|akzeptabel|befriedigend|ausreichend|in ordnung|(deutliche|starke) gebrauchsspuren)$/,
}

/** Finds a condition by our names or those of booksellers: 'Used - Very Good', 'guter Zustand'. */
export function findCondition(text: string): Condition | undefined {
  const plain = text
    .toLowerCase()
    .replace(/^(used|gebraucht)[ ,:–-]*(?=\S)/, '')
    .replace(/(er)? zustand$/, '')
    .replace(/ ?[+]$/, '')
  return CONDITIONS.find((condition) => CONDITION_WORDS[condition].test(plain))
}

export function conditionOf(cell: string | undefined): Condition | null {
  if (cell === undefined) return null
  const found = findCondition(cell)
  if (!found) throw new UnreadableCell(`this condition isn’t one of ${CONDITIONS.join(', ')}`)
  return found
}

/** Finds a category by slug or by name: 'cook-book', 'Cook Book', 'cook'. */
export function findCategory(text: string, slugs: readonly string[]): string | undefined {
  const plain = text.toLowerCase().replace(/[\s_]+/g, '-')
  return slugs.find((slug) => slug === plain || slug === `${plain}-book`)
}

export function categoryOf(cell: string | undefined, slugs: readonly string[]): string | null {
  if (cell === undefined) return null
  const found = findCategory(cell, slugs)
  if (!found) throw new UnreadableCell(`this category isn’t one of ${slugs.join(', ')}`)
  return found
}

/** Maximum copies listed from one row. */
const MOST_COPIES = 20

/** The number of copies in a row. */
export function copiesOf(cell: string | undefined): number {
  const [, digits] = /^(?:x ?)?(\d{1,6})(?:\.0+)?(?: ?x)?$/i.exec(cell ?? '1') ?? []
  if (digits === undefined) throw new UnreadableCell('this is not a number of copies')
  if (Number(digits) > MOST_COPIES) throw new UnreadableCell(`one row may list at most ${MOST_COPIES} copies`)
  return Number(digits)
}
