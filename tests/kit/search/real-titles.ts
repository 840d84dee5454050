import { sql } from 'kysely'
import { asIsbn13, plainIsbn } from '#contract/books/isbn.ts'
import type { Db } from '#server/database/schema.ts'
import { findList, rowsOf } from '#server/books/import/read-list.ts'
import { fileSource } from '#tools/import/file-source.ts'

export interface Title {
  title: string
  author: string
  isbn: string | null
}

const FIRST = 'silent borrowed quiet hidden golden broken distant winter last honest crooked velvet'.split(' ')
const SECOND = 'lantern harbour orchard ledger staircase kitchen railway sparrow archive meadow compass thimble'.split(
  ' ',
)
const PLACES = 'ravenna lisbon uppsala trieste granada bergen odessa kyoto cardiff bruges'.split(' ')
const NAMES = 'Ada Boris Clara Dmitri Elena Farid Greta Hugo Ines Jakob'.split(' ')
const SURNAMES =
  'Winterbourne Castellan Dragomir Okonkwo Lindqvist Mirabeau Thornbury Vasquez Yamamoto Zielinska'.split(' ')

/** Titles of the project's own, each once. */
function* ownTitles(): Generator<Title> {
  let at = 0
  for (const first of FIRST)
    for (const second of SECOND)
      for (const place of PLACES) {
        at += 1
        const author = `${NAMES[(at * 7) % NAMES.length]} ${SURNAMES[(at * 3) % SURNAMES.length]}`
        yield { title: `The ${first} ${second} of ${place}`, author, isbn: isbnOf(at) }
      }
}

function isbnOf(number: number): string | null {
  const ten = String(number).padStart(9, '0')
  return Array.from('0123456789X', (digit) => asIsbn13(ten + digit)).find((isbn) => isbn !== null) ?? null
}

/** The titles of the list that BOOKS_CSV names, else some of the project's own. */
export async function realTitles(): Promise<Title[]> {
  const file = process.env.BOOKS_CSV
  if (!file) return [...ownTitles()]
  const titles: Title[] = []
  for await (const line of rowsOf(await findList(await fileSource(file)))) {
    if (!('row' in line)) continue
    const { title = '', authors: author = '', isbn = '' } = line.row
    if (title !== '' && author !== '') titles.push({ title, author, isbn: asIsbn13(plainIsbn(isbn)) })
  }
  return titles
}

/** Inserts a copy of each title, without the shop's validation. */
export async function listTitles(db: Db, sellerId: string, titles: readonly Title[]): Promise<void> {
  await sql`
    INSERT INTO books (seller_id, title, author, isbn, location, condition, original_price, resale_price, currency,
      year_of_purchase)
    SELECT ${sellerId}, left(title, 300), author, isbn, 'Old town', 'good', 2000, 1000, 'USD', 2020
    FROM unnest(${titles.map(({ title }) => title)}::text[], ${titles.map(({ author }) => author)}::text[],
      ${titles.map(({ isbn }) => isbn)}::text[]) AS given(title, author, isbn)`.execute(db)
}

/** Numbers from 0 to 1 that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Adds a typo to a word of four letters or more: a letter dropped, doubled, swapped or replaced. */
export function misspelled(text: string, random: () => number): string {
  const words = [...text.matchAll(/\p{L}{4,}/gu)]
  const chosen = words[Math.floor(random() * words.length)]
  if (!chosen) return text
  const { 0: word, index } = chosen
  // Never the first letter: people notice that.
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
  const typos = [
    () => before + after,
    () => before + letter + letter + after,
    () => before + after[0]! + letter + after.slice(1),
    () => before + neighbourOf(letter, random) + after,
  ]
  const typo = typos[Math.floor(random() * typos.length)]!()
  return text.slice(0, index) + typo + text.slice(index + word.length)
}

function neighbourOf(letter: string, random: () => number): string {
  const row = ROWS.find((keys) => keys.includes(letter.toLowerCase()))
  if (row === undefined) return letter + letter
  const at = row.indexOf(letter.toLowerCase())
  return row[at === 0 ? 1 : at === row.length - 1 ? at - 1 : at + (random() < 0.5 ? -1 : 1)]!
}
