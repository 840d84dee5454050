import { isYear } from '#server/search/understanding/small-words.rules.ts'

/** Words that titles have or lack without being others. */
const IDLE = new Set('a an the and or of by'.split(' '))
/** What shops write behind a title. */
const OF_SHOPS = new Set(
  (
    'paperback hardcover hardback softcover softback pbk hbk ebook epub kindle pdf audiobook used secondhand ' +
    'preowned isbn edition novel novels'
  ).split(' '),
)

/** The words that decide; all where none does. */
export function telling(words: readonly string[]): readonly string[] {
  const found = words.filter((word) => !IDLE.has(word))
  return found.length > 0 ? found : words
}

export const isIdle = (word: string): boolean => IDLE.has(word)

/** Whether a shop may have written it behind a title; a year only at the end. */
export const isOfShop = (word: string, isLast: boolean): boolean => OF_SHOPS.has(word) || (isLast && isYear(word))

/** A phrase or line without "and", for which titles also have "&". */
export const withoutAnd = (line: string): string =>
  line
    .split(' ')
    .filter((word) => word !== 'and')
    .join(' ')
