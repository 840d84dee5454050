import type { Encoding } from '#contract/books/lists/decode-list.ts'
import type { ListLine } from './list-row.ts'
import type { Reading } from '#contract/books/lists/list-source.ts'

/**
 * Letters that no Western word has, as Mac Roman, DOS code pages and Central European letters look when read as
 * Windows-1252: a capital after a small letter, a sign inside of a word or after it.
 */
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const ODD_LETTERS =
  /\p{Ll}[À-ÖØ-ÞŠŒŽŸ]|\p{L}[[\p{S}\p{Pi}\p{Pf}„¡§¶…†‡•‰¿]--[\p{ASCII}’‘®™]]\p{L}|\p{L}[ˆ‰‡†•¤ƒ]|[†‡ˆ•€ƒ]\p{L}|\sÐ\s|[\x80-\x9f]/gv
const BEYOND_ASCII = /\P{ASCII}/gu
/** Share of odd letters: a few are slips; in a wrongly decoded file they are most. */
const ODD_SHARE = 0.1

const MOST_TITLES = 5
/** Fallback encodings of Western lists that don't declare one. */
const OTHERS = ['macintosh', 'windows-1250']

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

type RowsIn = (encoding: Encoding) => AsyncIterable<ListLine>

/** Checks whether a list's letters look garbled, and returns some titles in each encoding. */
export async function readLetters(
  rowsIn: RowsIn,
  guessed: Encoding,
): Promise<{ areOdd: boolean; readings: Reading[] }> {
  const own = await readingIn(rowsIn, guessed)
  if (!own.areOdd) return { areOdd: false, readings: [own] }
  const others = await Promise.all(OTHERS.map((name) => readingIn(rowsIn, { name, isGuess: true })))
  const readings = [own, ...others.filter(({ areOdd }) => !areOdd)]
  return { areOdd: true, readings: readings.map(({ encoding, titles }) => ({ encoding, titles })) }
}

async function readingIn(rowsIn: RowsIn, encoding: Encoding): Promise<Reading & { areOdd: boolean }> {
  const titles: string[] = []
  let [odd, high] = [0, 0]
  for await (const line of rowsIn(encoding)) {
    if (!('row' in line)) continue
    const { title = '', authors = '' } = line.row
    const text = `${title} ${authors}`
    odd += count(text, ODD_LETTERS)
    high += count(text, BEYOND_ASCII)
    if (titles.length < MOST_TITLES && count(title, BEYOND_ASCII) > 0) titles.push(title.trim())
  }
  return { encoding: encoding.name, titles, areOdd: odd > high * ODD_SHARE }
}
