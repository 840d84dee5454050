import { readFile } from 'node:fs/promises'
import type { TestResult } from './test-reports.ts'

// A row of the table: | §2 | what the specification says | to the letter | `file › test` |, more tests separated by <br>.
const ROW = /^\|\s*§\d/
const TEST = /`([^`]+)`/g
const KEPT = /^(?:to the letter|\[differs\]\(decisions\/[\w-]+\.md(?:#[\w-]+)?\))$/

/** One line for every row of the coverage table without a test that ran and passed; empty when all have theirs. */
export async function missingCoverage(file: string, results: TestResult[]): Promise<string[]> {
  const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => ROW.test(line))
  return rows.length === 0 ? [`${file} has no rows.`] : rows.flatMap((row) => complaintsAbout(row, results))
}

function complaintsAbout(row: string, results: TestResult[]): string[] {
  const [, section, says, kept = '', tests, end, ...more] = row.split('|').map((cell) => cell.trim())
  if (tests === undefined || end !== '' || more.length > 0) return [`This row has not four columns: ${row}`]
  if (!KEPT.test(kept)) return [`${section} ${says}: kept is “to the letter” or “[differs](decisions/…)”.`]
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
