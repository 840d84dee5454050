// npm run import -- FILE --seller EMAIL: puts a list of books on sale under a seller's account.
import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import type { ImportReport } from '#server/books/import/import-books.ts'
import type { ListLine, ListRow, RefusedCell } from '#server/books/import/list-row.ts'
import { UnreadableList } from '#server/books/import/list-source.ts'
import { findList, rowsOf, type BookList } from '#server/books/import/read-list.ts'
import { fileSource } from './import/file-source.ts'
import { requireFacts } from './import/required-facts.ts'
import { readCall, UsageError } from './read-call.ts'
import { withShop } from './with-shop.ts'

const USAGE = `Say what to import and for whom: npm run import -- books.csv --seller name@example.org
What the file doesn't say holds for all books by --price, --original-price, --condition, --category, --location,
--phone, --description, --year-of-purchase. --limit 100 takes the first hundred; --encoding names the file's encoding;
--make-up-missing makes up the rest, for a demo.`
const MOST_REASONS = 20

/** What may be said of all books at once. */
const FLAGS = {
  price: 'price',
  'original-price': 'originalPrice',
  condition: 'condition',
  category: 'category',
  location: 'location',
  phone: 'phone',
  description: 'description',
  'year-of-purchase': 'yearOfPurchase',
} as const satisfies Record<string, keyof ListRow>

interface Call {
  file: string
  seller: string
  limit: number
  encoding: string | undefined
  makeUpMissing: boolean
  given: ListRow
}

function readArguments(): Call {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        seller: text,
        limit: text,
        encoding: text,
        'make-up-missing': { type: 'boolean' },
        price: text,
        'original-price': text,
        condition: text,
        category: text,
        location: text,
        phone: text,
        description: text,
        'year-of-purchase': text,
      },
    })
    const given: ListRow = {}
    for (const flag of Object.keys(FLAGS) as (keyof typeof FLAGS)[])
      if (values[flag] !== undefined) given[FLAGS[flag]] = values[flag]
    const limit = values.limit === undefined ? Number.MAX_SAFE_INTEGER : Number(values.limit)
    return {
      file: z.parse(z.string(), positionals[0]),
      seller: z.parse(email, values.seller),
      limit: z.parse(z.number().check(z.int(), z.gte(1)), limit),
      encoding: values.encoding,
      makeUpMissing: values['make-up-missing'] ?? false,
      given,
    }
  } catch {
    throw new UsageError(USAGE)
  }
}

/** The file is looked into first: a list that can't be read makes no account. */
const { call, list } = await readCall(async () => {
  const call = readArguments()
  const list = await listIn(call)
  requireFacts(list, call)
  return { call, list }
})

async function listIn({ file, encoding }: Call): Promise<BookList> {
  try {
    return await findList(await fileSource(file), encoding)
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    const hint = error.problem === 'unclear_encoding' ? '\nFor example: --encoding windows-1250' : ''
    throw new UsageError(`${error.message}${hint}`)
  }
}

await withShop('npm run import', async (services) => {
  if (call.makeUpMissing && !services.site.demo)
    throw new UsageError('A live shop takes real books only: --make-up-missing is for the demo.')
  if (list.encoding.isGuess)
    console.error(
      `${list.source.name} is read as ${list.encoding.name}; if letters come out wrong, name another: --encoding …`,
    )
  if (call.makeUpMissing)
    console.error('What the list does not say is made up: prices, places and phone numbers are not real.')
  const [{ beginImport, importBooks }, { listRules }, { inviteAccount }] = await Promise.all([
    import('#server/books/import/import-books.ts'),
    import('#server/books/import/list-rules.ts'),
    import('#server/accounts/invite-account.ts'),
  ])
  const rules = await listRules(services, call)
  const { account, link } = await inviteAccount(services, { email: call.seller, role: 'seller' })
  if (link) console.log(`${account.email} is a new seller. This link signs in once, within 24 hours:\n${link}`)
  else if (!account.emailVerified)
    console.error(
      `${account.email} isn’t confirmed yet, so whoever signed up with it may be a stranger: make sure before the books sell.`,
    )
  const bar = new SingleBar(
    { format: 'Importing [{bar}] {value} of {total} books, {duration_formatted}' },
    Presets.shades_classic,
  )
  bar.start(Math.min(call.limit, list.lines), 0)
  const into = {
    sellerId: account.id,
    importId: await beginImport(services, { sellerId: account.id, fileName: list.source.name }),
  }
  const report = await importBooks(services, into, firstOf(list, call.limit), rules, (done) => bar.update(done))
  bar.stop()
  tell(report)
  return report.refusedRows === 0 ? 0 : 2
})

async function* firstOf(list: BookList, limit: number): AsyncGenerator<ListLine> {
  let count = 0
  for await (const line of rowsOf(list)) {
    if (count === limit) return
    count += 1
    yield line
  }
}

function tell({ inserted, known, refusedRows, refused }: ImportReport): void {
  console.log(`${inserted} put on sale, ${known} known already, ${refusedRows} refused.`)
  for (const cell of refused.slice(0, MOST_REASONS)) console.error(wordsOf(cell))
  if (refused.length > MOST_REASONS) console.error(`… and ${refused.length - MOST_REASONS} more`)
}

/** 'line 4, List Price “€ 9,90”: …' */
function wordsOf({ line, column, cell, reason }: RefusedCell): string {
  const where = column === undefined ? '' : `, ${column}${cell ? ` “${cell}”` : ''}`
  return `line ${line}${where}: ${reason}`
}
