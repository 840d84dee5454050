// Writes the search's name-spellings.rules.ts: how the commonest authors' names are spelled elsewhere, from Project
// Gutenberg's catalogue (CC0 1.0). `node tools/run.mjs tools/names/write-spellings.ts authors.tsv 2026-06-25` reads a table
// of its authors, and writes down the day that it is of. Columns, with tabs between: number of books, year of birth (or
// nothing), names with / between, the usual one first. The catalogue's RDF files have them (pgterms:name, pgterms:alias,
// pgterms:birthdate), and so have the tables of the R package gutenbergr.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { spellingGroups, type CatalogueAuthor } from './spellings.ts'

const FILE = 'server/search/understanding/name-spellings.rules.ts'

function authorOf(line: string): CatalogueAuthor {
  const [books = '', born = '', names = ''] = line.split('\t')
  return { books: Number(books), born: born === '' ? null : Number(born), names: names.split('/') }
}

const fileOf = (groups: readonly string[][], day: string) => `/**
 * Spellings of the commonest authors' names, a name a line, its usual spelling first; words of one name stand behind +.
 * Made by tools/names/write-spellings.ts from Project Gutenberg's catalogue of ${day} (CC0 1.0).
 */
export const NAME_SPELLINGS = \`
${groups.map((group) => `  ${group.map((name) => name.replaceAll(' ', '+')).join(' ')}`).join('\n')}
\`
`

const { positionals } = parseArgs({ allowPositionals: true })
const [table = '', day = ''] = positionals
if (!/^\d{4}-\d\d-\d\d$/.test(day)) {
  console.error('Name a table of authors, and the day its catalogue was made: authors.tsv 2026-06-25')
  process.exitCode = 1
} else {
  const lines = (await readFile(table, 'utf8')).trimEnd().split('\n')
  const groups = spellingGroups(lines.map(authorOf))
  await writeFile(FILE, fileOf(groups, day))
  console.log(`${FILE}: ${groups.flat().length} spellings of ${groups.length} names`)
}
