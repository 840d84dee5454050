// npm run relevance: measures the search by judged queries, beside PostgreSQL's own and MiniSearch over the same works.
// BOOKS_CSV names the list of real titles that the queries are judged by. `-- queries` or `-- samples` leave out the
// other; `-- --kind typos` asks queries of a kind, `-- --failures` lists what Dogear shows wrongly, `-- --query "…"`
// shows what each system answers. `-- --unseen` measures the third of the queries that nothing is improved by.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runAndClose } from '#tools/run-and-close.ts'
import { faultsOf, judgeOf, KINDS, readQueries, repeatedIn, type JudgedQuery } from './judged-queries.ts'
import { askAll, byKind, failuresOf, measureSamples, shownLines, targetLines, totals } from './measure.ts'
import { openStockedShop, type StockedShop } from './stocked-shop.ts'
import { openSystems, type System } from './systems.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    query: { type: 'string' },
    failures: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
  },
})

/** What is wrong with the call, as a sentence. */
function faultOfCall(): string | null {
  const { BOOKS_CSV = '' } = process.env
  if (!existsSync(BOOKS_CSV))
    return 'Set BOOKS_CSV to the list of 10,000 real books that the queries are judged by: BOOKS_CSV=../shared/data/books.csv npm run relevance'
  if (values.kind !== undefined && !KINDS.some((kind) => kind === values.kind))
    return `There is no kind ${values.kind}; the kinds are ${KINDS.join(', ')}.`
  if (values.unseen && (values.failures || values.kind !== undefined))
    return '--unseen tells figures of all kinds, and nothing of a query: what fails is to stay unknown, or the search would be fitted to it.'
  const part = positionals.find((name) => name !== 'queries' && name !== 'samples')
  return part === undefined ? null : `There is no part ${part}; the parts are queries and samples.`
}

async function measure(): Promise<boolean> {
  const fault = faultOfCall()
  if (fault !== null) {
    console.error(fault)
    return false
  }
  console.error('Opening a shop with the list of books; this takes half a minute.')
  const shop = await openStockedShop(process.env.BOOKS_CSV!)
  const [seen, unseen] = [readQueries('seen'), readQueries('unseen')]
  const faults = [...faultsOf(seen, shop.works), ...faultsOf(unseen, shop.works), ...repeatedIn([...seen, ...unseen])]
  for (const sentence of new Set(faults)) console.error(sentence)
  const systems = await openSystems(shop)
  if (values.query !== undefined) await showAnswers(systems, values.query, seen)
  else {
    if (!positionals.includes('samples') || positionals.includes('queries'))
      await measureQueries(systems, values.unseen ? unseen : seen, shop)
    if (!values.unseen && values.kind === undefined && (positionals.length === 0 || positionals.includes('samples')))
      console.log(`\nThe right work among the first three:\n\n${await measureSamples(systems, shop.works)}`)
  }
  return faults.length === 0
}

/** Asks one query of every system, with grades where it is a judged one. */
async function showAnswers(systems: readonly System[], query: string, queries: readonly JudgedQuery[]): Promise<void> {
  const judged = queries.find((one) => one.query === query)
  for (const { name, search } of systems) {
    const found = await search(query)
    console.log(`${name}\n${shownLines(found, judged && found.map(judgeOf(judged)))}`)
  }
}

async function measureQueries(systems: readonly System[], all: readonly JudgedQuery[], shop: StockedShop) {
  const asked = values.kind === undefined ? all : all.filter(({ kind }) => kind === values.kind)
  const measured = await askAll(systems, asked, shop.works)
  const answerable = asked.filter(({ good }) => good.length > 0).length
  console.log(`${asked.length} queries, ${answerable} with an answer among ${shop.works.length} works\n`)
  console.log(`${totals(measured)}\n\nnDCG@5 by kind; where there is no answer, how often nothing is shown:\n`)
  console.log(byKind(measured))
  const [dogear = []] = measured.values()
  if (values.failures) console.log(`\n${failuresOf(dogear)}`)
  if (values.unseen) console.log(`\n${targetLines(measured)}`)
}

await runAndClose(measure)
