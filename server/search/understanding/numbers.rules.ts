/** Numbers from zero to nineteen, each at its place. */
export const UNITS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Roman numerals from two on; those of a single letter are letters more often. */
const ROMAN = new Map(
  'ii iii iv vi vii viii ix xi xii xiii xiv xv'.split(' ').map((roman) => [roman, readRoman(roman)] as const),
)
const ROMAN_OF = new Map([...ROMAN].map(([roman, number]) => [number, roman]))
const HIGHEST = 99_999
/** Numbers up to this, and full thousands, are read from words. */
const HIGHEST_READ = 2100

/** A number in words: 1984 → nineteen eighty four. */
export function wordsOfNumber(number: number): string[] {
  if (number < 20) return [UNITS[number]!]
  if (number < 100) return [TENS[Math.floor(number / 10) - 2]!, ...rest(number % 10)]
  if (number < 1000) return [UNITS[Math.floor(number / 100)]!, 'hundred', ...rest(number % 100)]
  // As years are said.
  if (number < 2000 && number >= 1100 && number % 100 > 9)
    return [...wordsOfNumber(Math.floor(number / 100)), ...wordsOfNumber(number % 100)]
  return [...wordsOfNumber(Math.floor(number / 1000)), 'thousand', ...rest(number % 1000)]
}
const rest = (number: number) => (number === 0 ? [] : wordsOfNumber(number))

const READ = new Map(
  [
    ...Array.from({ length: HIGHEST_READ + 1 }, (_, at) => at),
    ...Array.from({ length: HIGHEST / 1000 }, (_, at) => (at + 1) * 1000),
  ].flatMap((number) => waysToSay(number).map((words) => [words.join(' '), String(number)] as const)),
)

/** Hundreds are left out as often: four fifty one. */
function waysToSay(number: number): string[][] {
  const words = wordsOfNumber(number)
  return words[1] === 'hundred' && number % 100 > 9 ? [words, words.toSpliced(1, 1)] : [words]
}
const LONGEST_READ = 5

/**
 * Words in which each number of at least so many words is digits: one hundred years → 100 years. Null where there is
 * none.
 */
export function withDigits(words: readonly string[], leastWords = 2): string[] | null {
  const found: string[] = []
  let hasNumber = false
  for (let at = 0; at < words.length;) {
    const length = lengthOfNumber(words, at, leastWords)
    found.push(length > 0 ? READ.get(words.slice(at, at + length).join(' '))! : words[at]!)
    hasNumber ||= length > 0
    at += length || 1
  }
  return hasNumber ? found : null
}

function lengthOfNumber(words: readonly string[], at: number, leastWords: number): number {
  for (let length = Math.min(LONGEST_READ, words.length - at); length >= leastWords; length -= 1)
    if (READ.has(words.slice(at, at + length).join(' '))) return length
  return 0
}

/** A Roman numeral below forty: iv → 4. */
export function readRoman(text: string): number {
  const values = Array.from(text, (sign) => ({ i: 1, v: 5, x: 10 })[sign]!)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

const numberIn = (word: string) => (/^[1-9]\d{0,4}$/.test(word) ? Number(word) : null)

/** Words of a number in digits; null for anything else. */
export function spelledOut(word: string): string[] | null {
  const number = numberIn(word)
  return number === null ? null : wordsOfNumber(number)
}

/**
 * The same number otherwise: 50 → fifty, 2 → two and ii, two → ii. Words below twenty aren't taken for digits: these
 * stand in the brackets of most series.
 */
export function sameNumber(word: string): string[] {
  const number = numberIn(word) ?? ROMAN.get(word) ?? Number(READ.get(word) ?? 0)
  if (number === 0) return []
  const words = wordsOfNumber(number)
  const forms = [
    ...(words.length === 1 ? words : []),
    ...(ROMAN_OF.has(number) ? [ROMAN_OF.get(number)!] : []),
    ...(number >= 20 || ROMAN.has(word) ? [String(number)] : []),
  ]
  return forms.filter((form) => form !== word)
}
