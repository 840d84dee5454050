import { expect, test } from 'vitest'
import { readMigrations } from './read-migrations.ts'

/** The last migration of 0.1.0: no earlier release meets it on one database. */
const LAST_OF_FIRST_RELEASE = '0104'
const known = await readMigrations()

/** What a program that doesn't know of it would stumble over. */
const CONTRACTING: [what: string, pattern: RegExp][] = [
  ['takes away', /^\s*DROP (?!INDEX)|\bDROP (?:COLUMN|CONSTRAINT|EXPRESSION|IDENTITY)\b|^\s*(?:REVOKE|TRUNCATE)\b/im],
  ['renames', /\bRENAME\b/i],
  ['takes another type', /\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i],
  ['asks for what wasn’t asked for', /\bSET NOT NULL\b|\bADD (?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE)\b/i],
  ['adds what a row can’t do without', /\bADD (?:COLUMN )?(?!CONSTRAINT)\w+ (?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i],
]
const contractionsIn = (sql: string) =>
  CONTRACTING.filter(([, pattern]) => pattern.test(sql.replaceAll(/--.*$/gm, ''))).map(([what]) => what)

test('each migration since the first release says at its head whether programs from before it can go on', () => {
  const silent = known.filter(({ name, kind }) => name > `${LAST_OF_FIRST_RELEASE}~` && kind === null)
  expect(silent.map(({ name }) => `${name}: -- Kind: expand, or -- Kind: contract`)).toEqual([])
})

test('those that expand take nothing away and ask for nothing new', () => {
  const expanding = known.filter(({ kind }) => kind === 'expand')
  expect(expanding.flatMap(({ name, sql }) => contractionsIn(sql).map((what) => `${name} ${what}`))).toEqual([])
})

test.each([
  ['CREATE TABLE shelves (id int NOT NULL); CREATE INDEX shelves_by_id ON shelves (id);', []],
  ["ALTER TABLE books ADD COLUMN spine text NOT NULL DEFAULT '', ADD color text CHECK (color <> '');", []],
  ['DROP INDEX books_by_spine; CREATE INDEX books_by_spine ON books (spine);', []],
  ['-- What was dropped: DROP TABLE shelves;\nCREATE TABLE boards (id int);', []],
  ['ALTER TABLE books DROP COLUMN spine;', ['takes away']],
  ['DROP TRIGGER books_are_counted ON books;', ['takes away']],
  ['ALTER TABLE books RENAME COLUMN spine TO back;', ['renames']],
  ['ALTER TABLE books ALTER COLUMN spine TYPE int USING 1;', ['takes another type']],
  ['ALTER TABLE books ALTER COLUMN spine SET NOT NULL;', ['asks for what wasn’t asked for']],
  ['ALTER TABLE books ADD CONSTRAINT spines CHECK (spine IS NOT NULL);', ['asks for what wasn’t asked for']],
  ['ALTER TABLE books ADD spine text NOT NULL;', ['adds what a row can’t do without']],
])('%s', (sql, contractions) => {
  expect(contractionsIn(sql)).toEqual(contractions)
})
