import { readFile } from 'node:fs/promises'
import type { TestResult } from './test-reports.ts'

// Row of the table: | §2 | what the specification says | to the letter | `buyer-1` |, more tests separated by <br>. A
// test's id ends its title, or its group's: 'buys a book [buyer-1]'.
const ROW = /^\|\s*§\d/
const TEST = /`([^`]+)`/g
const ID = /\[([\w-]+)\](?= › |$)/g
const KEPT = /^(?:to the letter|\[differs\]\(decisions\/[\w-]+\.md(?:#[\w-]+)?\))$/

/** Problems of the coverage table: rows without a test that ran and passed, and ids used twice. */
export async function missingCoverage(file: string, results: TestResult[]): Promise<string[]> {
  const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => ROW.test(line))
  if (rows.length === 0) return [`${file} has no rows.`]
  return [...rows.flatMap((row) => complaintsAbout(row, results)), ...ambiguousIds(results)]
}

/** An id names the test or group of one file. */
function ambiguousIds(results: TestResult[]): string[] {
  const files = new Map<string, Set<string>>()
  for (const { name } of results)
    for (const [, id = ''] of name.matchAll(ID)) {
      const [testFile = ''] = name.split(' › ')
      files.set(id, (files.get(id) ?? new Set()).add(testFile))
    }
  return [...files]
    .filter(([, of]) => of.size > 1)
    .map(([id, of]) => `Tests of ${[...of].join(' and ')} share the id “${id}”.`)
}

function complaintsAbout(row: string, results: TestResult[]): string[] {
  const [, section, says, kept = '', tests, end, ...more] = row.split('|').map((cell) => cell.trim())
  if (tests === undefined || end !== '' || more.length > 0) return [`This row has not four columns: ${row}`]
  if (!KEPT.test(kept)) return [`${section} ${says}: kept is “to the letter” or “[differs](decisions/…)”.`]
  const ids = [...tests.matchAll(TEST)].map(([, id = '']) => id)
  if (ids.length === 0) return [`${section} ${says}: no test is named.`]
  return ids
    .filter((id) => !ranAndPassed(id, results))
    .map((id) => `${section} ${says}: the test with the id “${id}” did not run and pass.`)
}

/** A parametrized test passes only if all its runs do. */
function ranAndPassed(id: string, results: TestResult[]): boolean {
  const runs = results.filter(({ name }) => [...name.matchAll(ID)].some(([, found]) => found === id))
  return runs.some(({ outcome }) => outcome === 'passed') && runs.every(({ outcome }) => outcome !== 'failed')
}
