import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { missingCoverage } from './spec-coverage.ts'
import { playwrightResults, repeatedTries, vitestResults, type TestResult } from './test-reports.ts'

const folder = await aFolder()

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
  const file = await tableOf('| §2 | the home page | to the letter | `a-1`<br>`b-1` |')
  const results = [
    ran('a.test.ts › home [a-1]'),
    ran('b.spec.ts › deep [b-1] › down'),
    ran('c.test.ts › other', 'failed'),
  ]
  expect(await missingCoverage(file, results)).toEqual([])
})

test.each([
  ['names no test', '', 'no test is named'],
  ['names a test without marking it as one', 'a-1', 'no test is named'],
  ['names a test that is not there', '`a-9`', '“a-9” did not run and pass'],
  ['names a test by a part of its id', '`a`', '“a” did not run and pass'],
  ['names a test that was skipped', '`a-2`', '“a-2” did not run and pass'],
  ['names a test that failed', '`a-3`', '“a-3” did not run and pass'],
  ['names one good test and one bad', '`a-1`<br>`a-9`', '“a-9” did not run'],
  ['names a test that passed once and failed once', '`a-4`', '“a-4” did not run'],
])('a row that %s is missing', async (_how, tests, complaint) => {
  const file = await tableOf(
    `| §2 | the home page | to the letter | ${tests} |`,
    '| §3 | a good row | to the letter | `a-1` |',
  )
  const results = [
    ran('a.test.ts › home [a-1]'),
    ran('a.test.ts › skipped [a-2]', 'skipped'),
    ran('a.test.ts › failed [a-3]', 'failed'),
    ran('a.test.ts › once [a-4]'),
    ran('a.test.ts › twice [a-4]', 'failed'),
  ]
  expect(await missingCoverage(file, results)).toEqual([expect.stringContaining(complaint)])
})

test('an id that two files use names neither', async () => {
  const file = await tableOf('| §2 | the home page | to the letter | `a-1` |')
  const results = [ran('a.test.ts › home [a-1]'), ran('b.test.ts › home [a-1]')]
  expect(await missingCoverage(file, results)).toEqual(['Tests of a.test.ts and b.test.ts share the id “a-1”.'])
})

test('a test that ran in one report and was skipped in another counts', async () => {
  const file = await tableOf('| §2 | the home page | to the letter | `a-1` |')
  const home = 'a.test.ts › home [a-1]'
  expect(await missingCoverage(file, [ran(home), ran(home, 'skipped')])).toEqual([])
})

test.each([
  '| §2 | the home page |',
  '| §2 | the home page | `a-1` |',
  '| §2 | a or | b | to the letter | `a-1` |',
  '| §2 | the home page | to the letter | `a-1`',
])('%s is not passed over', async (row) => {
  expect(await missingCoverage(await tableOf(row), [ran('home [a-1]')])).toEqual([
    expect.stringContaining('four columns'),
  ])
})

test.each(['[differs](decisions/0026-rows.md#the-card)', '[differs](decisions/0013-address.md)'])(
  'a row that differs names the decision: %s',
  async (decision) => {
    const file = await tableOf(`| §2 | the home page | ${decision} | \`a-1\` |`)
    expect(await missingCoverage(file, [ran('home [a-1]')])).toEqual([])
  },
)

test.each(['', 'nearly', 'differs', '[differs](elsewhere.md)'])('a row can’t be marked “%s”', async (decision) => {
  const file = await tableOf(`| §2 | the home page | ${decision} | \`a-1\` |`)
  expect(await missingCoverage(file, [ran('home [a-1]')])).toEqual([expect.stringContaining('kept is')])
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
  expect(await missingCoverage(await tableOf(), [ran('home [a-1]')])).toHaveLength(1)
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

test('tests that passed only on a retry are listed by name and reason, and more than two are too many', () => {
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
