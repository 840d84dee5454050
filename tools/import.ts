// npm run import -- FILE --seller EMAIL: lists the books of a file under a seller's account.
import { takenBackWords } from '#contract/books/taken-back-words.ts'
import type { ListLine } from '#server/books/import/list-row.ts'
import type { ListRules } from '#server/books/import/read-list-row.ts'
import { UnreadableList } from '#contract/books/lists/list-source.ts'
import { findList, rowsOf, type ImportedList } from '#server/books/import/read-list.ts'
import type { Services } from '#server/services.ts'
import { fileSource } from './import/file-source.ts'
import { readArguments, type ImportCall } from './import/read-arguments.ts'
import { bookWords, foundWords, importWords, reportWords, unreadWords } from './import/report-words.ts'
import { requireFacts } from './import/required-facts.ts'
import { showProgress } from './progress.ts'
import { readCall, UsageError } from './read-call.ts'
import { linkWords, withShop } from './with-shop.ts'

const MOST_BOOKS = 5
/** Stands for a seller without an account yet. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Reads the file first: an unreadable list makes no account. */
const call = await readCall(async () => {
  const asked = readArguments()
  if (asked.kind !== 'import') return asked
  const list = await listIn(asked)
  requireFacts(list, asked)
  return { ...asked, list }
})

async function listIn({ file, encoding }: ImportCall): Promise<ImportedList> {
  try {
    return await findList(await fileSource(file), encoding)
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    const readings = error.readings.map((one) => `--encoding ${one.encoding}\n  ${one.titles.join('\n  ')}`)
    const hint = error.problem === 'unclear_encoding' ? ['For example: --encoding windows-1250'] : []
    throw new UsageError([error.message, ...(readings.length > 0 ? readings : hint)].join('\n'))
  }
}

await withShop('npm run import', async (services) => {
  if (call.kind === 'list') return listAll(services, call.seller)
  if (call.kind === 'take back') return takeBack(services, call.importId)
  if (call.makeUpMissing && !services.site.demo)
    throw new UsageError('A live shop takes real books only: --make-up-missing is for the demo.')
  const { list } = call
  if (list.encoding.isGuess)
    console.error(
      [
        `${list.source.name} is read as ${list.encoding.name}; if letters come out wrong, name another: --encoding …`,
        ...list.titlesToCheck.map((title) => `  ${title}`),
      ].join('\n'),
    )
  if (call.makeUpMissing)
    console.error('What the list does not say is made up: prices, places and phone numbers are not real.')
  const { listRules } = await import('#server/books/import/list-rules.ts')
  const rules = await listRules(services, call)
  return call.isDry ? preview(services, call, list, rules) : bring(services, call, list, rules)
})

async function preview(services: Services, call: ImportCall, books: ImportedList, rules: ListRules): Promise<number> {
  const [{ previewImport }, { findOpenAccountByEmail }] = await Promise.all([
    import('#server/books/import/preview-import.ts'),
    import('#server/accounts/accounts.public.ts'),
  ])
  const seller = await findOpenAccountByEmail(services.db, call.seller)
  const found = await previewImport(services, seller?.id ?? NOBODY, firstOf(books, call.limit), rules, {
    mostBooks: MOST_BOOKS,
  })
  const { sum, details } = reportWords(found)
  console.log(['Nothing was written. It would be:', sum, ...bookWords(found, rules.currency)].join('\n'))
  for (const line of [...details, unreadWords(books)].filter(Boolean)) console.error(line)
  return found.refusedRows === 0 ? 0 : 2
}

async function bring(services: Services, call: ImportCall, books: ImportedList, rules: ListRules): Promise<number> {
  const [{ beginImport, importBooks }, { inviteAccount }] = await Promise.all([
    import('#server/books/import/import-books.ts'),
    import('#server/accounts/invite-account.ts'),
  ])
  const { account, invitation } = await inviteAccount(services, { email: call.seller, role: 'seller' })
  if (invitation) console.log(`${account.email} is a new seller. ${linkWords(invitation)}`)
  else if (!account.emailVerified)
    console.error(
      `${account.email} isn’t confirmed yet, so whoever signed up with it may be a stranger: make sure before the books sell.`,
    )
  const progress = showProgress('Importing')
  const most = Math.min(call.limit, books.lines)
  const importId = await beginImport(services, { sellerId: account.id, fileName: books.source.name })
  const into = { sellerId: account.id, importId }
  const report = await importBooks(services, into, firstOf(books, call.limit), rules, (done) =>
    progress.update(done, most),
  )
  progress.stop()
  const { sum, details } = reportWords(report)
  console.log(sum)
  for (const line of details) console.error(line)
  if (report.inserted > 0) {
    console.log(`To take all of it back: npm run import -- --take-back ${importId}`)
    await waitForSearch(services, report.inserted)
  }
  return report.refusedRows === 0 ? 0 : 2
}

/** Waits until searches find what was imported, and says so. */
async function waitForSearch(services: Services, inserted: number): Promise<void> {
  const { waitUntilFound } = await import('#server/search/lag/wait-until-found.ts')
  const progress = showProgress('Adding to the search')
  const left = await waitUntilFound(services, (done, total) => progress.update(done, total))
  progress.stop()
  console.log(foundWords(inserted, left))
}

async function listAll(services: Services, seller: string | null): Promise<number> {
  const [{ listImportsOfAll }, { findOpenAccountByEmail }] = await Promise.all([
    import('#server/books/import/take-back-import.ts'),
    import('#server/accounts/accounts.public.ts'),
  ])
  const account = seller === null ? null : await findOpenAccountByEmail(services.db, seller)
  if (seller !== null && !account) throw new UsageError(`${seller} has no account here.`)
  const imports = await listImportsOfAll(services, account?.id ?? null)
  console.log(imports.length === 0 ? 'No list was imported.' : imports.map(importWords).join('\n'))
  return 0
}

async function takeBack(services: Services, importId: string): Promise<number> {
  const { takeBackAnyImport } = await import('#server/books/import/take-back-import.ts')
  const { fileName, ...counts } = await takeBackAnyImport(services, importId)
  console.log(`${takenBackWords(fileName, counts)} The list can be imported again.`)
  return 0
}

async function* firstOf(books: ImportedList, limit: number): AsyncGenerator<ListLine> {
  let count = 0
  for await (const line of rowsOf(books)) {
    if (count === limit) return
    count += 1
    yield line
  }
}
