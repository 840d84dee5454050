/** Diacritics that readers leave out: of Latin, Greek, Cyrillic, Hebrew and Arabic. */
const MARKS = /[\u0640[\p{Mn}&&[\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}]]]/gv
/** Letters without a Unicode decomposition, and how they are typed. */
const TYPED_AS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ٱ: 'ا',
}
const UNUSUAL = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'g')
const APOSTROPHES = /(?<=\p{L})['’ʼ`´‘](?=\p{L})/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts without spaces between words, indexed as bigrams. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
const LONGEST_WORD = 40

/**
 * Normalizes a text for comparing: case, accents and variants of a letter are equal. 'Éléonore’s ΛΌΓΟΣ' → 'eleonores
 * λογοσ'.
 */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(UNUSUAL, (letter) => TYPED_AS[letter]!)
    .replace(APOSTROPHES, '')
}

/** Tokenizes a text: its normalized words in order, at most `most`. */
export function tokenize(text: string, most = 100): string[] {
  const found: string[] = []
  for (const [word] of normalize(text).matchAll(WORD)) {
    if (found.length >= most) break
    if (UNSPACED_START.test(word)) found.push(...splitUnspaced(word))
    else found.push(word.slice(0, LONGEST_WORD))
  }
  return found.slice(0, most)
}
const UNSPACED_START = new RegExp(UNSPACED.source, 'u')

/** '三体abc' → '三体', 'abc'; longer runs become bigrams. */
function splitUnspaced(word: string): string[] {
  const parts: string[] = []
  let end = 0
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > end) parts.push(word.slice(end, index))
    const signs = Array.from(run)
    if (signs.length === 1) parts.push(run)
    for (let at = 1; at < signs.length; at += 1) parts.push(signs[at - 1]! + signs[at]!)
    end = index + run.length
  }
  if (end < word.length) parts.push(word.slice(end))
  return parts.map((part) => part.slice(0, LONGEST_WORD))
}

/**
 * Tokens to index, without duplicates: the words, a name's initials as one word ('J.R.R. Tolkien' has 'jrr'), and
 * single signs of the scripts without spaces.
 */
export function indexedWords(words: readonly string[]): string[] {
  const all = new Set(words)
  for (const word of words) if (UNSPACED_START.test(word)) for (const sign of word) all.add(sign)
  let initials = ''
  for (const word of [...words, '']) {
    if (word.length === 1 && /\p{L}/u.test(word)) initials += word
    else {
      if (initials.length > 1) all.add(initials)
      initials = ''
    }
  }
  return [...all]
}

const ARTICLES = new Set('the a an der die das ein eine le la les un une el los las il lo gli i het de een'.split(' '))

/** Title for look-up: without a leading article, or a suffix in brackets. */
export function mainTitle(title: string): string {
  const bare = title.replace(/\s*[([][^()[\]]*[)\]]\s*$/u, '')
  const words = tokenize(bare === '' ? title : bare, 60)
  return withoutArticle(words).join(' ').slice(0, 300)
}

export const withoutArticle = (words: readonly string[]): readonly string[] =>
  words.length > 1 && ARTICLES.has(words[0]!) ? words.slice(1) : words
