const wordsOf = (text: string) => text.split(' ')

const CONNECTING_ENGLISH = wordsOf('a an the and or of')
/** Words that stand between the words of a title: titles are compared without them. */
const CONNECTING = new Set([
  ...CONNECTING_ENGLISH,
  ...wordsOf('der die das ein eine und le la les l un une et de du d el los las y del il lo gli e di het een'),
])
/** Words that an English title may have or lack without being another one. 'Die Hard' isn't 'Hard'. */
const IDLE = new Set([...CONNECTING_ENGLISH, 'by'])
/** What shops write behind a title. */
const OF_SHOPS = new Set(
  wordsOf(
    'paperback hardcover hardback hardbound softcover softback pbk hbk ebook epub kindle pdf mobi audiobook used ' +
      'secondhand preowned isbn edition novel novels',
  ),
)
/** What people say around a title, or a shop behind it. */
const AROUND = new Set([
  ...OF_SHOPS,
  ...wordsOf(
    'by in on at to for from with as into am i me my you your we it is are was be do does did have has had any some ' +
      'that this these those what which who where there about can could would please if so im id looking find want ' +
      'need read called named written author book books story stories series trilogy saga volume vol part ed copy ' +
      'copies new second hand audio cd online free download buy cheap sale illustrated signed first 1st 2nd mint ' +
      'condition good fine like',
  ),
])
const isYear = (word: string): boolean => /^(?:1[5-9]|20)\d\d$/.test(word)

/** Whether a title may have this word or not, without being another one: 'the', 'of', 'and'. */
export const isConnecting = (word: string): boolean => CONNECTING.has(word)

/** Whether a word decides nothing where others stand beside it: 'by', 'paperback', '2005'. */
export const isSmall = (word: string): boolean => CONNECTING.has(word) || AROUND.has(word) || isYear(word)

export const isIdle = (word: string): boolean => IDLE.has(word)

/** The words that decide; all where none does. */
export function telling(words: readonly string[]): readonly string[] {
  const found = words.filter((word) => !isIdle(word))
  return found.length > 0 ? found : words
}

/** Whether a shop may have written it behind a title; a year only at the end. */
export const isOfShop = (word: string, isLast: boolean): boolean => OF_SHOPS.has(word) || (isLast && isYear(word))

/** A phrase or line without "and", for which titles also have "&". */
export const withoutAnd = (line: string): string =>
  line
    .split(' ')
    .filter((word) => word !== 'and')
    .join(' ')
