// npm run import -- FILE.csv --seller EMAIL [--limit N]: puts a list of titles on sale under a seller's account.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { SingleBar, Presets } from 'cli-progress'
import { parse } from 'csv-parse'
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import { inviteAccount } from '#server/accounts/invite-account.ts'
import { importBooks } from '#server/books/import-books.ts'
import type { TitleLine, TitleRow } from '#server/books/imported-row.ts'
import { readCall, UsageError, withShop } from './with-shop.ts'

const USAGE = 'Say what to import and for whom: npm run import -- titles.csv --seller name@example.org [--limit 100]'
const NEEDED_COLUMNS = ['title', 'authors']
const MOST_REASONS = 20

function readArguments(): { file: string; seller: string; limit: number } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { seller: { type: 'string' }, limit: { type: 'string' } },
    })
    const seller = z.parse(email, values.seller)
    const limit = z.parse(
      z.number().check(z.int(), z.gte(1)),
      values.limit === undefined ? Number.MAX_SAFE_INTEGER : Number(values.limit),
    )
    return { file: z.parse(z.string(), positionals[0]), seller, limit }
  } catch {
    throw new UsageError(USAGE)
  }
}

interface CsvRecord {
  record: TitleRow
  info: { lines: number }
}

/** The rows of a CSV file with their line numbers. A quotation mark that nothing closes swallows what follows it. */
async function* rowsOf(file: string, limit: number): AsyncGenerator<TitleLine> {
  let isTorn = false
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      columns: (header: string[]) => {
        const missing = NEEDED_COLUMNS.filter((column) => !header.includes(column))
        if (missing.length > 0)
          throw new UsageError(`${file} has no column ${missing.join(' and ')}; its first line names the columns.`)
        return header
      },
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // Else an error at the end of the file takes rows along that were read, and wait to be fetched.
      skip_records_with_error: true,
      on_skip: () => void (isTorn = true),
    }),
  )
  let count = 0
  let line = 1
  for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
    if (count === limit) return
    count += 1
    line = info.lines
    yield { line, row: record }
  }
  if (isTorn) yield { line: line + 1, unreadable: 'a quotation mark is opened here and never closed' }
}

async function countLines(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`${file} is not a file. ${USAGE}`)
  const handle = await open(file)
  let lines = 0
  for await (const line of handle.readLines()) if (line !== '') lines += 1
  return Math.max(0, lines - 1)
}

const { file, seller, limit, total } = await readCall(async () => {
  const given = readArguments()
  return { ...given, total: Math.min(given.limit, await countLines(given.file)) }
})

await withShop('npm run import', async (services) => {
  const { account, link } = await inviteAccount(services, { email: seller, role: 'seller' })
  if (link) console.log(`${account.email} is a new seller. This link signs in once, within 24 hours:\n${link}`)
  const bar = new SingleBar(
    { format: 'Importing [{bar}] {value} of {total} titles, {duration_formatted}' },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  const report = await importBooks(services, account.id, rowsOf(file, limit), (done) => bar.update(done))
  bar.stop()
  console.log(`${report.inserted} put on sale, ${report.known} known already, ${report.refused.length} refused.`)
  for (const { line, reason } of report.refused.slice(0, MOST_REASONS)) console.error(`line ${line}: ${reason}`)
  if (report.refused.length > MOST_REASONS) console.error(`… and ${report.refused.length - MOST_REASONS} more`)
  return report.refused.length === 0 ? 0 : 2
})
