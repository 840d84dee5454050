import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import type { Statements } from '#tests/kit/statements/statements.ts'
import { root } from '#tools/run-step.ts'

// Every statement that the server's exported functions execute, prepared by PostgreSQL and never run: the functions are
// called with made-up values of their parameters' types, on a database that only takes the text.

/**
 * Snapshots: the longest variants of the longest statements, and all that move an order, to review the SQL that runs.
 */
const KEPT = [
  'moveOrder',
  'claimForBuyer',
  'findOrderWithEvents',
  'listOrderRowsOfSeller',
  'listBookRowsOfSeller',
  'listConversationRows',
  'listAllOrderRows',
  'listAccountRows',
  'listBookRows',
  'listMatchesOf',
  'putCopies',
  'listAdvertisedRows',
]

const database = await testDatabase({ max: 1 })
const { stdout } = await promisify(execFile)(
  process.execPath,
  ['--no-warnings', 'tests/kit/statements/main.ts', database.url],
  { cwd: root, maxBuffer: 64 * 1024 * 1024 },
)
const statements = JSON.parse(stdout) as Statements

test('each can be prepared, and has the columns that its row’s type promises', () => {
  expect(statements.complaints).toEqual([])
})

test('each with a typed row is reached', () => {
  expect(statements.unreached).toEqual([])
  expect(statements.places).toBeGreaterThan(300)
})

describe('the text that the database runs', () => {
  test.each(KEPT)('%s', async (name) => {
    const texts = statements.found.filter(({ by }) => by.includes(name)).map(({ text }) => laidOut(text))
    const longestFirst = texts.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
    const shown = name === 'moveOrder' ? longestFirst : longestFirst.slice(0, 1)
    await expect(shown.join('\n')).toMatchFileSnapshot(`statements/${name}.sql`)
  })
})

/** Normalizes indentation, and breaks long lists into readable lines. */
const laidOut = (text: string) =>
  `${text
    .split('\n')
    .map((line) => line.trim().replaceAll(/, (?=[\w."]+ AS ")/g, ',\n  '))
    .filter((line) => line !== '')
    .join('\n')}\n`
