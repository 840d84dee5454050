/** Numbers from zero to nineteen, each at its place. */
export const UNITS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Roman numerals from two on; those of a single letter are letters more often. */
const ROMAN = new Map(
  Object.entries({ ii: 2, iii: 3, iv: 4, vi: 6, vii: 7, viii: 8, ix: 9, xi: 11, xii: 12, xiii: 13, xiv: 14, xv: 15 }),
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
    ...Array.from({ length: HIGHEST_READ }, (_, at) => at + 1),
    ...Array.from({ length: HIGHEST / 1000 }, (_, at) => (at + 1) * 1000),
  ].flatMap((number) => waysToSay(number).map((words) => [words.join(' '), String(number)] as const)),
)

/** Hundreds are left out as often: four fifty one. */
function waysToSay(number: number): string[][] {
  const words = wordsOfNumber(number)
  return words[1] === 'hundred' && number % 100 > 9 ? [words, words.toSpliced(1, 1)] : [words]
}
const LONGEST_READ = 5

/** Words in which each number of several words is digits: one hundred years → 100 years. Null where there is none. */
export function withDigits(words: readonly string[]): string[] | null {
  const found: string[] = []
  for (let at = 0; at < words.length;) {
    const length = lengthOfNumber(words, at)
    found.push(length > 1 ? READ.get(words.slice(at, at + length).join(' '))! : words[at]!)
    at += length
  }
  return found.length < words.length ? found : null
}

function lengthOfNumber(words: readonly string[], at: number): number {
  for (let length = LONGEST_READ; length > 1; length -= 1)
    if (READ.has(words.slice(at, at + length).join(' '))) return length
  return 1
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
