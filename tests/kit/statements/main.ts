// node tests/kit/statements/main.ts URL: writes, as JSON, each statement that the server's exported functions execute on a
// database, and where PostgreSQL's answer differs from the row that its type promises. In a process of its own, because
// the places of statements are found by line and column, which the test runner's transforms move.
import { pathToFileURL } from 'node:url'
import { capturingDb } from './capture.ts'
import { compare } from './compare.ts'
import { openTypes } from './declared.ts'
import { openDescriber } from './describe.ts'
import { givenArguments } from './given-arguments.ts'
import { sampler } from './sample.ts'
import type { Statements } from './statements.ts'

const VARIANTS = 16
/** Made-up rows for so many statements of a function; then none, so that loops end. */
const ROWS = [0, 1, 4]

const { checker, files, sites, functionsOf, close } = openTypes()
const siteAt = new Map(sites.map((site) => [site.at, site]))
/** By place, then by text: the functions that execute it. */
const found = new Map<string, Map<string, Set<string>>>()
let calling = ''
let rowsLeft = 0

const db = capturingDb((at, text) => {
  const texts = found.get(at) ?? new Map<string, Set<string>>()
  found.set(at, texts.set(text, (texts.get(text) ?? new Set()).add(calling)))
  const site = siteAt.get(at)
  return site && rowsLeft-- > 0 ? [sample(site.row)] : []
})
const { begin, sample } = sampler(checker, { Kysely: () => db, Transaction: () => db })

/** Ignores a function's result and errors: only its statements matter. */
async function callOnce(run: (...given: unknown[]) => unknown, given: unknown[], rows: number): Promise<void> {
  rowsLeft = rows
  try {
    await run(...given)
  } catch {
    // A row that it needs was not there, or an argument has no meaning.
  }
}

async function callAll(file: string): Promise<void> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, (...given: unknown[]) => unknown>
  for (const [name, signature] of functionsOf(file)) {
    calling = name
    const parameters = signature.getParameters().map((symbol) => checker.getTypeOfSymbol(symbol))
    const run = module[name]!
    const made = function* () {
      for (let variant = 0; variant < VARIANTS; variant++) {
        begin(variant)
        yield parameters.map((type) => type && sample(type))
      }
    }
    for (const given of givenArguments[name]?.map((rest) => [db, ...rest]) ?? made())
      for (const rows of ROWS) await callOnce(run, given, rows)
  }
}

for (const file of files) await callAll(file)
const describer = await openDescriber(process.argv[2] ?? '')
const complaints: string[] = []
for (const [at, texts] of found)
  for (const text of texts.keys()) {
    const columns = await describer.describe(text)
    const site = siteAt.get(at)
    const wrong = columns instanceof Error ? [columns.message] : site ? compare(checker, site, columns) : []
    complaints.push(...wrong.map((words) => `${at} ${[...texts.get(text)!].join(', ')}: ${words}`))
  }
const statements: Statements = {
  complaints: [...new Set(complaints)].toSorted(),
  unreached: [...siteAt.keys()].filter((at) => !found.has(at)).toSorted(),
  places: found.size,
  found: [...found.values()].flatMap((texts) => [...texts].map(([text, by]) => ({ text, by: [...by].toSorted() }))),
}
await describer.close()
close()
process.stdout.write(JSON.stringify(statements))
