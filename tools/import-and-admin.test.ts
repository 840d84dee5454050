import { existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { live, runProgram, startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'

/** A real list from the environment; without it the tests' own titles do. */
const BOOKS_CSV = process.env.BOOKS_CSV ?? ''
const SECONDS = 1000
/** As in a shell without any of the shop's settings. */
const nothingSet = Object.fromEntries(Object.keys(live).map((name) => [name, '']))

const titles = `isbn13,title,authors,year,language,price,location
9780000000002,"The Lighthouse Keeper’s Ledger, Vol. 1",Ada Winter,2008,eng,4.50,Harbour square
,Bread Before Dawn,"Ole Brandt, Ida Holm",1974,,6,Station hall
9780000000026,"Songs of the ""Salt"" Road",unknown,-720,grc,3.20,
`
/** Facts that the list lacks. */
const rest = ['--original-price', '12', '--location', 'Library', '--phone', '+1 555 0100', '--year-of-purchase', '2019']

// Processes of their own with folders and embedded databases of their own.
describe.skipIf(process.env.DATABASE_URL)('the tools', { timeout: 120 * SECONDS }, () => {
  let dataDir: string
  const env = () => ({ ...live, DATA_DIR: dataDir })
  const file = (name: string) => path.join(dataDir, name)
  const importing = (...args: string[]) => runProgram('tools/import.ts', args, env())
  const importingTitles = (name: string, ...args: string[]) =>
    importing(file(name), '--seller', 'ida@example.org', ...rest, ...args)
  const admin = (...args: string[]) => runProgram('tools/admin.ts', args, env())

  beforeAll(async () => {
    dataDir = await temporaryFolder()
    await writeFile(file('titles.csv'), titles)
    await writeFile(
      file('more.csv'),
      `\uFEFF${titles}\n,,,,,1,\n12345,A Fourth Book,Ada Winter,,,1,\n,A Fifth Book,Ada Winter,,,1,\n,"A Sixth Book,Ada Winter,,,1,\n`,
    )
    await writeFile(file('other.csv'), 'name,price\nx,1\n')
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  describe('while no shop runs', () => {
    test('npm run import makes the seller with a one-time link and puts the titles on sale; twice, nothing is doubled', async () => {
      const first = await importing(file('titles.csv'), '--seller', 'Ida@example.org', ...rest)
      expect(first.output).toContain('ida@example.org is a new seller. This link signs in once, within 24 hours:')
      expect(first.output).toMatch(/https:\/\/books\.example\.org\/reset-password\?token=/)
      expect(first.output).toContain('3 put on sale, 0 known already, 0 refused.')
      expect(first.output).toContain('Searches find all 3 now.')
      expect(first.code).toBe(0)
      const second = await importingTitles('titles.csv', '--limit', '2')
      expect(second.output).toContain('0 put on sale, 2 known already, 0 refused.')
      expect(second.output).not.toContain('new seller')
      expect(second.output).not.toContain('Searches find')
      expect(second.output).toContain('ida@example.org isn’t confirmed yet')
      expect(second.code).toBe(0)
    })

    test('npm run admin makes an admin with a one-time link; while there is none, -- --link prints one', async () => {
      const first = await admin('--link')
      expect(first.output).toMatch(/has no admin yet\..*\n.*\/first-admin#[\w-]{32}$/m)
      expect(first.code).toBe(0)
      const { code, output } = await admin('Boss@example.org')
      expect(output).toMatch(/^boss@example\.org is an admin now\..*\n.*\/reset-password\?token=/m)
      expect(code).toBe(0)
      expect(await admin('--link')).toMatchObject({ code: 1, output: expect.stringContaining('has an admin') })
    })

    test('what is called wrongly is answered with how it is done, before anything is opened', async () => {
      const calls: [run: Promise<{ code: number; output: string }>, says: string][] = [
        [importing(), 'npm run import -- books.csv --seller'],
        [importing(file('titles.csv')), 'npm run import -- books.csv --seller'],
        [importing(file('titles.csv'), '--seller', 'nobody'), 'npm run import -- books.csv --seller'],
        [importing(file('titles.csv'), '--seller', 'a@example.org', '--limit', '0'), 'npm run import -- books.csv'],
        [importing(file('none.csv'), '--seller', 'ida@example.org'), 'none.csv is not a file'],
        [admin(), 'npm run admin -- name@example.org'],
        [admin('no address'), 'npm run admin -- name@example.org'],
        [admin('unban'), 'npm run admin -- unban name@example.org'],
        [admin('reset-factor'), 'npm run admin -- reset-factor name@example.org'],
      ]
      for (const [run, says] of calls) {
        const { code, output } = await run
        expect({ says, code, output }).toMatchObject({ code: 1, output: expect.stringContaining(says) })
        expect(output).not.toMatch(/^\s+at /m)
      }
    })
  })

  describe('while a shop runs', () => {
    let shop: ShopProcess
    beforeAll(async () => {
      shop = await startShop({ env: live, dataDir })
    }, 60 * SECONDS)
    afterAll(() => shop.stop({ keepData: true }))

    test('they work beside it, and the shop shows it at once', async () => {
      const fresh = file('fresh.csv')
      await writeFile(fresh, 'title,authors,price\nA Title Brought While Open,Ada Winter,5\n')
      expect(await shop.tool('tools/import.ts', fresh, '--seller', 'ole@example.org', ...rest)).toMatchObject({
        code: 0,
      })
      const found = (await (await fetch(`${shop.origin}/api/search?q=brought+while+open`)).json()) as object[]
      expect(found).toHaveLength(1)
      const books = (await (await fetch(`${shop.origin}/api/all-books`)).json()) as { book_name: string }[]
      expect(books.map(({ book_name }) => book_name)).toEqual(
        expect.arrayContaining(['A Title Brought While Open', 'Bread Before Dawn']),
      )
      expect(await shop.tool('tools/admin.ts', 'chief@example.org')).toMatchObject({ code: 0 })
    })

    test('bad rows are reported with line and reason, an unclosed quotation mark too, the rest is imported, and the exit code says so', async () => {
      const { code, output } = await importingTitles('more.csv')
      expect(output).toContain('1 put on sale, 3 known already, 3 refused.')
      expect(output).toMatch(/^line 6, title: Please fill in the book name/m)
      expect(output).toMatch(/^line 7, isbn13 “12345”: this isn’t an ISBN/m)
      expect(output).toMatch(/^line 9: a quotation mark is opened here and never closed$/m)
      expect(output).not.toMatch(/^\s+at /m)
      expect(code).toBe(2)
    })

    test('npm run import -- --dry-run shows what would be, --take-back takes it back, and neither makes an account', async () => {
      const list = file('tried.csv')
      const rows = [
        'Titel;Autor;Preis;Sprache;Einband;Anzahl;Regal',
        'Das Salzhaus;Ada Winter;12,50;Deutsch;Taschenbuch;2;A3',
        'Die Fähre;Ole Brandt;1.250;Deutsch;;1;A3',
        'Der Garten;Ida Holm;4;Klingonisch;;1;A3',
        'Der Turm;Ida Holm;4;;;0;A3',
      ]
      await writeFile(list, `${rows.join('\n')}\n`)
      const seller = ['--seller', 'otto@example.org', ...rest]
      const dry = await importing(list, ...seller, '--dry-run')
      expect(dry.output).toContain('Nothing was written. It would be:\n3 put on sale, 0 known already, 1 refused.')
      expect(dry.output).toContain('1 left out: 1 of which none is left.')
      expect(dry.output).toContain('line 2: Das Salzhaus · Ada Winter · $12.50 (new $12.00), bought 2019, German')
      expect(dry.output).toMatch(/^line 3, Preis “1.250”: this may be 1250 or 1.25/m)
      expect(dry.output).toMatch(/Sprache “Klingonisch”, 1 row, first in line 4$/m)
      expect(dry.output).toContain('Columns that aren’t read: Regal.')
      expect(dry.output).not.toContain('is a new seller')
      expect(dry.code).toBe(2)
      const brought = await importing(list, ...seller)
      expect(brought.output).toContain('3 put on sale, 0 known already, 1 refused.\n1 left out')
      const [, command = '', id = ''] = /npm run import -- (--take-back) (\S+)$/m.exec(brought.output) ?? []
      const back = await importing(command, id)
      expect(back).toMatchObject({
        code: 0,
        output: expect.stringContaining('3 books of tried.csv removed from the shop.'),
      })
      const { output } = await importing('--imports', '--seller', 'otto@example.org')
      expect(output).toMatch(new RegExp(`^${id}  .*  otto@example.org  tried.csv  3 books, 3 taken back$`, 'm'))
    })

    test('letters that a guess would change are shown, and asked for', async () => {
      const list = file('mac.csv')
      const title = Buffer.from([0x4d, 0x9f, 0xa7, 0x65])
      await writeFile(
        list,
        Buffer.concat([Buffer.from('title,authors,price\n'), title, Buffer.from(',Ada Winter,4\n')]),
      )
      const { code, output } = await importing(list, '--seller', 'mac@example.org', ...rest)
      expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('some come out wrong') })
      expect(output).toContain('--encoding windows-1252\n  MŸ§e\n--encoding macintosh\n  Müße')
      expect(output).not.toContain('is a new seller')
    })

    test('what the list doesn’t say is asked for before anything is made, and nothing is made up in a live shop', async () => {
      const asked = await importing(file('titles.csv'), '--seller', 'new@example.org', '--phone', '+1 555 0100')
      expect(asked.code).toBe(1)
      expect(asked.output).toContain('has no column for: original price, year of purchase.')
      expect(asked.output).toContain('--original-price 12.00 --year-of-purchase 2019')
      const wrong = await importing(file('titles.csv'), '--seller', 'new@example.org', ...rest, '--price', 'much')
      expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('For all books: “much”: Write a price') })
      const madeUp = await importing(file('titles.csv'), '--seller', 'new@example.org', '--make-up-missing')
      expect(madeUp).toMatchObject({ code: 1, output: expect.stringContaining('is for the demo') })
      expect(asked.output + wrong.output + madeUp.output).not.toContain('is a new seller')
    })

    test('what can’t be done is said in a sentence', async () => {
      const columns = await importing(file('other.csv'), '--seller', 'ida@example.org')
      expect(columns).toMatchObject({ code: 1, output: expect.stringContaining('has no column for title and authors') })
      const taken = await importing(file('titles.csv'), '--seller', 'boss@example.org', ...rest)
      expect(taken).toMatchObject({
        code: 1,
        output: expect.stringContaining('is an admin, who neither buys nor sells'),
      })
      const free = await admin('unban', 'Nobody@example.org')
      expect(free).toMatchObject({ code: 1, output: expect.stringContaining('nobody@example.org isn’t banned.') })
      expect(columns.output + taken.output).not.toMatch(/^\s+at /m)
    })
  })

  test('a plain shell finds the shop by its folder, names it, and never opens another database', async () => {
    const [database, empty] = [await testDatabase(), await testDatabase({ migrated: false })]
    const folder = await aFolder()
    const plain = (settings: Record<string, string>, ...args: string[]) =>
      runProgram('tools/admin.ts', args, { ...nothingSet, ...settings })
    const settings = path.join(folder, 'dogear.env')
    await writeFile(settings, `DATABASE_URL=${database.url}\n`, { mode: 0o600 })
    const shop = await startShop({ env: live, dataDir: folder })
    try {
      const { code, output } = await plain({ DATA_DIR: folder }, 'chief@example.org')
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('chief@example.org is an admin'),
      })
      expect(output).toContain(
        `the shop at https://books.example.org, with the database ${new URL(database.url).pathname.slice(1)} on`,
      )
      expect(output).toContain('https://books.example.org/reset-password?token=')
      expect(output).not.toContain(new URL(database.url).password)
      expect((await stat(path.join(folder, 'last-start.json'))).mode & 0o777).toBe(0o600)
      const shown = await runProgram('tools/settings/settings.ts', [], { ...nothingSet, DATA_DIR: folder })
      expect(shown.output).toMatch(/^ {2}DATABASE_URL +postgres:\/\/\[hidden\]@.*dogear\.env, line 1$/m)
      expect(shown.output).toMatch(/^ {2}SMTP_URL +smtp:\/\/127\.0\.0\.1:9 +the environment of the last start$/m)
      expect([shown.code, shown.output.includes('isn’t shown')]).toEqual([0, false])
    } finally {
      await shop.stop({ keepData: true })
    }
    const { rows } = await database.pool.query('SELECT role FROM accounts WHERE email = $1', ['chief@example.org'])
    expect(rows).toEqual([{ role: 'admin' }])
    // A start without the address doesn't create an empty one either.
    await rm(settings)
    const start = { ...nothingSet, ...live, DATA_DIR: folder, PORT: String(await freePort()) }
    expect(await runProgram('server/start.ts', [], start)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The shop of \S+ is in the database \S+ on \S+, and DATABASE_URL isn't set: .*\n$/,
      ),
    })
    expect(existsSync(path.join(folder, 'postgres'))).toBe(false)
    // Nor one in another database.
    const slip = { ...start, DATABASE_URL: empty.url }
    expect(await runProgram('server/start.ts', [], slip)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The shop of \S+ is in the database \S+ on \S+, and the database \S+ on \S+ is empty\. /,
      ),
    })
  })

  test.skipIf(!BOOKS_CSV)(
    'the whole list that BOOKS_CSV names is put on sale, every title of it',
    async () => {
      const args = [BOOKS_CSV, '--seller', 'list@example.org', ...rest, '--price', '4.50']
      const { code, output } = await importing(...args)
      console.log(`BOOKS_CSV=${BOOKS_CSV}: ${output.split('\n').find((line) => line.includes('put on sale'))}`)
      expect(output).toMatch(/\d+ put on sale, 0 known already, 0 refused\./)
      expect(code).toBe(0)
      // The first 500 stand for all.
      const again = await importing(...args, '--limit', '500')
      expect(again.output).toMatch(/^0 put on sale, \d+ known already, 0 refused\.$/m)
      // It waits until ten thousand books are found.
    },
    300_000,
  )
})
