import { readFile } from 'node:fs/promises'
import type { TestResult } from './test-reports.ts'

// A row of the table: | §2 | what the specification says | `file › test` |, more tests separated by <br>.
const ROW = /^\|\s*(§[^|]+?)\s*\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|\s*$/
const TEST = /`([^`]+)`/g

/** One line for every row of the coverage table without a test that ran and passed; empty when all have theirs. */
export async function missingCoverage(file: string, results: TestResult[]): Promise<string[]> {
  const rows = (await readFile(file, 'utf8')).split('\n').flatMap((line) => {
    const [, section, says, tests] = ROW.exec(line) ?? []
    return section && says && tests !== undefined
      ? [{ section, says, tests: [...tests.matchAll(TEST)].map(([, name = '']) => name) }]
      : []
  })
  if (rows.length === 0) return [`${file} has no rows.`]
  return rows.flatMap(({ section, says, tests }) => {
    if (tests.length === 0) return [`${section} ${says}: no test is named.`]
    return tests
      .filter((name) => !ranAndPassed(name, results))
      .map((name) => `${section} ${says}: “${name}” did not run and pass.`)
  })
}

function ranAndPassed(name: string, results: TestResult[]): boolean {
  const runs = results.filter((result) => result.name === name)
  return runs.some(({ outcome }) => outcome === 'passed') && runs.every(({ outcome }) => outcome !== 'failed')
}
