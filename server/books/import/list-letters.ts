import type { Encoding } from '#contract/books/lists/decode-list.ts'
import type { ListLine } from './list-row.ts'
import type { Reading } from '#contract/books/lists/list-source.ts'

/**
 * What no Western word has, and what Mac Roman, the code pages of DOS and Central European letters look like in
 * Windows-1252: a capital after a small letter, a sign inside of a word or after one.
 */
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const ODD_LETTERS =
  /\p{Ll}[À-ÖØ-ÞŠŒŽŸ]|\p{L}[[\p{S}\p{Pi}\p{Pf}„¡§¶…†‡•‰¿]--[\p{ASCII}’‘®™]]\p{L}|\p{L}[ˆ‰‡†•¤ƒ]|[†‡ˆ•€ƒ]\p{L}|\sÐ\s|[\x80-\x9f]/gv
const BEYOND_ASCII = /\P{ASCII}/gu
/** In a file that is what it was taken for, odd places are slips; in another one they are most of its letters. */
const ODD_SHARE = 0.1

const MOST_TITLES = 5
/** What a Western list is encoded as that doesn't say so, but for what is tried first. */
const OTHERS = ['macintosh', 'windows-1250']

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

type RowsIn = (encoding: Encoding) => AsyncIterable<ListLine>

/** Whether the letters of a list look wrong as they were read, and some titles as they were and as they could be read. */
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
