import type { Pool } from 'pg'

/** A work of the shop, by which queries are made. */
interface Work {
  title: string
  author: string
  /** Words of its title before the subtitle. */
  main: string[]
}

export interface LooseQuery {
  text: string
  /** Title of the work that is meant; null where several are, or none. */
  meant: string | null
}

type Typed = (work: Work, other: Work) => string

const longest = (words: readonly string[]) => words.toSorted((one, other) => other.length - one.length)[0]!
const withLongest = (words: readonly string[], change: (word: string) => string) =>
  words.map((word) => (word === longest(words) ? change(word) : word)).join(' ')
/** Without its third letter, and with its last but two twice. */
const misspelledTwice = (word: string) => word.slice(0, 2) + word.slice(3, -2) + word.at(-3)! + word.slice(-2)
const firstAuthor = ({ author }: Work) => author.split(/[,/]/)[0]!

const MEANT: Record<string, Typed> = {
  'two typos in a long word': ({ main }) => withLongest(main, misspelledTwice),
  'words joined': ({ main }) => main.slice(0, 3).join(''),
  'a word split': ({ main }) => withLongest(main, (word) => `${word.slice(0, 4)} ${word.slice(4)}`),
  'a word too many': ({ main }, other) => [...main, longest(other.main)].join(' '),
  'an unknown word too many': ({ main }) => [...main, 'qzxvarium'].join(' '),
  'a title and another author': (work, other) => `${work.main.join(' ')} ${firstAuthor(other)}`,
  'pasted: title by author paperback 2005': (work) => `${work.title} by ${firstAuthor(work)} paperback 2005`,
  'pasted: with what a shop says': ({ title, author }) =>
    `${title} ${author} used very good condition free shipping isbn illustrated edition`,
  'initials of a title': ({ main }) =>
    main
      .map((word) => word[0])
      .join('')
      .slice(0, 6),
  'cut after 70 %': ({ main }) => main.join(' ').slice(0, Math.floor(main.join(' ').length * 0.7)),
}
const NOT_MEANT: Record<string, Typed> = {
  'a long word alone, with two typos': ({ main }) => misspelledTwice(longest(main)),
  'words of two books': ({ main }, other) => `${main.join(' ')} ${other.main.join(' ')}`,
  'words that no book has': ({ main }) => main.map((word) => `${Array.from(word).toReversed().join('')}qx`).join(' '),
}

/** Queries that no book has as typed, of each kind as people make them; the same each time. */
export async function looseQueries(pool: Pool, some: number): Promise<Record<string, LooseQuery[]>> {
  const { rows: works } = await pool.query<Work>(
    `SELECT title, author, string_to_array(main_title, ' ') AS main FROM search.works
     WHERE for_sale > 0 AND main_title ~ '^[a-z]+ [a-z]+ [a-z ]+$' AND main_title ~ '[a-z]{9}' AND author <> ''
     ORDER BY md5(title || author) LIMIT $1`,
    [some * Object.keys({ ...MEANT, ...NOT_MEANT }).length],
  )
  if (works.length === 0) return {}
  const workAt = (place: number) => works[place % works.length]!
  const kinds = Object.entries({ ...MEANT, ...NOT_MEANT }).map(([title, typed], kind): [string, LooseQuery[]] => [
    title,
    Array.from({ length: some }, (_, at) => {
      const work = workAt(kind * some + at)
      const text = typed(work, workAt(kind * some + at + 7)).slice(0, LONGEST)
      return { text, meant: title in MEANT ? work.title : null }
    }),
  ])
  return Object.fromEntries(kinds)
}
/** Of what a query may have. */
const LONGEST = 200
