import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { missingCoverage } from './spec-coverage.ts'
import { playwrightResults, repeatedTries, vitestResults, type TestResult } from './test-reports.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'dogear-coverage-'))
afterAll(() => rm(folder, { recursive: true }))

async function tableOf(...rows: string[]): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.md`)
  await writeFile(
    file,
    ['# Rows', '', '| § | The row | Kept | Shown by |', '| --- | --- | --- | --- |', ...rows, ''].join('\n'),
  )
  return file
}
const ran = (name: string, outcome: TestResult['outcome'] = 'passed'): TestResult => ({
  name,
  outcome,
  firstFailure: null,
})

test('a row whose tests all ran and passed is covered', async () => {
  const file = await tableOf('| §2 | the home page | to the letter | `a.test.ts › home`<br>`b.spec.ts › deep › down` |')
  const results = [ran('a.test.ts › home'), ran('b.spec.ts › deep › down'), ran('c.test.ts › other', 'failed')]
  expect(await missingCoverage(file, results)).toEqual([])
})

test.each([
  ['names no test', '', 'no test is named'],
  ['names a test without marking it as one', 'a.test.ts › home', 'no test is named'],
  ['names a test that is not there', '`a.test.ts › hame`', '“a.test.ts › hame” did not run and pass'],
  ['names a test that was skipped', '`a.test.ts › skipped`', '“a.test.ts › skipped” did not run and pass'],
  ['names a test that failed', '`a.test.ts › failed`', '“a.test.ts › failed” did not run and pass'],
  ['names one good test and one bad', '`a.test.ts › home`<br>`a.test.ts › hame`', '“a.test.ts › hame” did not'],
  ['names a test that passed once and failed once', '`a.test.ts › twice`', '“a.test.ts › twice” did not run'],
])('a row that %s is missing', async (_how, tests, complaint) => {
  const file = await tableOf(
    `| §2 | the home page | to the letter | ${tests} |`,
    '| §3 | a good row | to the letter | `a.test.ts › home` |',
  )
  const results = [
    ran('a.test.ts › home'),
    ran('a.test.ts › skipped', 'skipped'),
    ran('a.test.ts › failed', 'failed'),
    ran('a.test.ts › twice'),
    ran('a.test.ts › twice', 'failed'),
  ]
  expect(await missingCoverage(file, results)).toEqual([expect.stringContaining(`§2 the home page: ${complaint}`)])
})

test('a test that ran in one report and was skipped in another counts', async () => {
  const file = await tableOf('| §2 | the home page | to the letter | `a.test.ts › home` |')
  expect(await missingCoverage(file, [ran('a.test.ts › home'), ran('a.test.ts › home', 'skipped')])).toEqual([])
})

test.each([
  '| §2 | the home page |',
  '| §2 | the home page | `a.test.ts › home` |',
  '| §2 | a or | b | to the letter | `a.test.ts › home` |',
  '| §2 | the home page | to the letter | `a.test.ts › home`',
])('%s is not passed over', async (row) => {
  expect(await missingCoverage(await tableOf(row), [ran('a.test.ts › home')])).toEqual([
    expect.stringContaining('four columns'),
  ])
})

test.each(['[differs](decisions/0026-rows.md#the-card)', '[differs](decisions/0013-address.md)'])(
  'a row that differs names the decision: %s',
  async (kept) => {
    const file = await tableOf(`| §2 | the home page | ${kept} | \`a.test.ts › home\` |`)
    expect(await missingCoverage(file, [ran('a.test.ts › home')])).toEqual([])
  },
)

test.each(['', 'nearly', 'differs', '[differs](elsewhere.md)'])('a row is not kept “%s”', async (kept) => {
  const file = await tableOf(`| §2 | the home page | ${kept} | \`a.test.ts › home\` |`)
  expect(await missingCoverage(file, [ran('a.test.ts › home')])).toEqual([expect.stringContaining('kept is')])
})

test('every decision that a row of ours leads to is there', async () => {
  const docs = path.join(import.meta.dirname, '../docs')
  const table = await readFile(path.join(docs, 'spec-coverage.md'), 'utf8')
  const links = [...table.matchAll(/\[differs\]\(([\w/-]+\.md)#([\w-]+)\)/g)]
  expect(links.length).toBeGreaterThan(20)
  for (const [, file = '', anchor = ''] of links) {
    const headings = [...(await readFile(path.join(docs, file), 'utf8')).matchAll(/^##? (.+)$/gm)]
    const anchors = headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(anchors).toContain(anchor)
  }
})

test('a table without rows covers nothing', async () => {
  expect(await missingCoverage(await tableOf(), [ran('a.test.ts › home')])).toHaveLength(1)
})

test('Vitest’s report gives each test by file, groups and title', () => {
  const report = {
    testResults: [
      {
        name: path.resolve('contract/money/money.test.ts'),
        assertionResults: [
          { ancestorTitles: ['prices'], title: 'come back', status: 'passed', failureMessages: [] },
          { ancestorTitles: [], title: 'waits', status: 'todo', failureMessages: [] },
          { ancestorTitles: [], title: 'breaks', status: 'failed', failureMessages: ['twice', 'twice'] },
          { ancestorTitles: [], title: 'wavers', status: 'passed', failureMessages: ['once'] },
        ],
      },
    ],
  }
  expect(vitestResults(report)).toEqual([
    ran('contract/money/money.test.ts › prices › come back'),
    ran('contract/money/money.test.ts › waits', 'skipped'),
    ran('contract/money/money.test.ts › breaks', 'failed'),
    { ...ran('contract/money/money.test.ts › wavers'), firstFailure: 'once' },
  ])
})

test('Playwright’s report gives each journey by file, groups and title; one that needed a second try has passed', () => {
  const spec = (title: string, status: string, ...messages: string[]) => {
    const results = [...messages.map((message) => ({ errors: [{ message }] })), { errors: [] }]
    return { title, file: 'orders/buyer.spec.ts', tests: [{ status, results }] }
  }
  const report = {
    suites: [
      {
        title: 'buyer.spec.ts',
        file: 'orders/buyer.spec.ts',
        specs: [spec('buys', 'expected')],
        suites: [
          {
            title: 'Buy Now',
            specs: [spec('closes', 'flaky', 'it stayed open')],
            suites: [{ title: 'late', specs: [spec('says so', 'skipped')] }],
          },
        ],
      },
    ],
  }
  expect(playwrightResults(report)).toEqual([
    ran('tests/journeys/orders/buyer.spec.ts › buys'),
    { ...ran('tests/journeys/orders/buyer.spec.ts › Buy Now › closes'), firstFailure: 'it stayed open' },
    ran('tests/journeys/orders/buyer.spec.ts › Buy Now › late › says so', 'skipped'),
  ])
})

test('tests that passed only when tried again are told by name and reason, and more than two are too many', () => {
  const wavering = ['a', 'b', 'c'].map((name) => ({ ...ran(name), firstFailure: `${name} was late` }))
  expect(repeatedTries([ran('steady')])).toEqual({ lines: [], tooMany: false })
  const two = repeatedTries([ran('steady'), ...wavering.slice(1)])
  expect(two).toEqual({
    lines: ['Passed only when tried again: b\nb was late', 'Passed only when tried again: c\nc was late'],
    tooMany: false,
  })
  const three = repeatedTries(wavering)
  expect(three.tooMany).toBe(true)
  expect(three.lines.at(-1)).toBe('3 tests had to be tried again, and at most 2 may.')
})

test.each([{}, { testResults: [{ name: 'x' }], suites: [{}] }, null, 'text'])('%j is no report', (report) => {
  expect(() => vitestResults(report)).toThrow('invalid_type')
  expect(() => playwrightResults(report)).toThrow('invalid_type')
})
