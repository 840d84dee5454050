import { readFile } from 'node:fs/promises'
import type { TestResult } from './test-reports.ts'

// A row of the table: | §2 | what the specification says | `file › test` |, more tests separated by <br>.
const ROW = /^\|\s*§\d/
const TEST = /`([^`]+)`/g

/** One line for every row of the coverage table without a test that ran and passed; empty when all have theirs. */
export async function missingCoverage(file: string, results: TestResult[]): Promise<string[]> {
  const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => ROW.test(line))
  return rows.length === 0 ? [`${file} has no rows.`] : rows.flatMap((row) => complaintsAbout(row, results))
}

function complaintsAbout(row: string, results: TestResult[]): string[] {
  const [, section, says, tests, end, ...more] = row.split('|').map((cell) => cell.trim())
  if (tests === undefined || end !== '' || more.length > 0) return [`This row has not three columns: ${row}`]
  const names = [...tests.matchAll(TEST)].map(([, name = '']) => name)
  if (names.length === 0) return [`${section} ${says}: no test is named.`]
  return names
    .filter((name) => !ranAndPassed(name, results))
    .map((name) => `${section} ${says}: “${name}” did not run and pass.`)
}

function ranAndPassed(name: string, results: TestResult[]): boolean {
  const runs = results.filter((result) => result.name === name)
  return runs.some(({ outcome }) => outcome === 'passed') && runs.every(({ outcome }) => outcome !== 'failed')
}
