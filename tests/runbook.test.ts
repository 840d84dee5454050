import { execFile } from 'node:child_process'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/free-port.ts'
import { operatorCommands, type Manifest } from '#tools/release/our-files.ts'
import { aBook, anAccount, buyNowBody, closeByAdmin } from './kit/accounts-and-books.ts'
import { afterwards, aFolder } from './kit/afterwards.ts'
import { testDatabase } from './kit/database.ts'
import { isOfAService, readRunbook, wordsOf } from './kit/outside/runbook-page.ts'
import { aProvenAccount } from './kit/proven-account.ts'
import { live, runProgram, startShop } from './kit/shop-process.ts'
import { startTestServer } from './kit/test-server.ts'
import { startMailSink } from './port-suites/mail-sink.ts'

const { commands, headings, links, troubles } = await readRunbook()
const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
const programs = new Map(operatorCommands({ scripts }))

/** What takes minutes or an outsider: which test runs it, and by which words there. */
const ELSEWHERE: Record<string, [file: string, words: string]> = {
  'npm start': ['server/start.test.ts', 'startShop('],
  'node tools/run.mjs --screens server/start.ts': ['tests/kit/shop-process.ts', "'tools/run.mjs', ['--screens']"],
  'npm run build': ['tests/kit/shop-process.ts', "'tools/run.mjs', ['--screens']"],
  'npm run demo -- --fill': ['server/demo/demo.test.ts', '{ again: true }'],
  'npm run restore -- s3:NAME': ['server/backup/copy-away.test.ts', '`s3:${name}`'],
  'npm run update -- ARCHIVE': ['tests/outside/update.test.ts', 'update(broken)'],
  'npm run update -- --plan ARCHIVE': ['tests/outside/update.test.ts', "update('--plan', next)"],
  'npm run update -- --plan dogear-0.2.0-linux-x64.tar.gz': ['tests/outside/update.test.ts', "update('--plan', next)"],
  'npm run update -- --back': ['tests/outside/update.test.ts', "update('--back')"],
  'dogear update dogear-0.2.0-linux-x64.tar.gz --service dogear': [
    'tests/outside/deploy.test.ts',
    'dogear update /opt/dogear-99.0.0 --service dogear',
  ],
  './dogear start': ['deploy/systemd/dogear.service', 'ExecStart=/opt/dogear/dogear start'],
  './dogear backup FILE': ['docs/deploy.md', 'dogear backup "$FILE"'],
  'sha256sum --check --ignore-missing SHA256SUMS': ['docs/deploy.md', 'sha256sum --check --ignore-missing SHA256SUMS'],
  'tar -xzf dogear-0.2.0-linux-x64.tar.gz -C /opt': ['docs/deploy.md', 'linux-x64.tar.gz" -C /opt'],
  'promtool test rules alerts.test.yml': ['server/metrics/monitoring-files.test.ts', "'rules', 'alerts.test.yml'"],
}
/** What no test runs, and why. Its options are looked at. */
const NOT_RUN: Record<string, string> = {
  'npm run update -- --checkout v0.2.0 --service dogear': 'fetches and builds a version that is yet to come',
}

describe('docs/runbook.md', () => {
  test('has for each trouble what one sees, what to do, and why', () => {
    expect(troubles.length).toBeGreaterThan(20)
    expect(troubles.filter(({ parts }) => parts.join() !== 'What one sees,What to do,Why')).toEqual([])
  })

  test('has the headings that it and other pages lead to', async () => {
    const others = ['README.md', 'tools/release/archive/README.md']
    for await (const page of glob('docs/*.md')) others.push(page)
    const texts = await Promise.all(others.map((page) => readFile(page, 'utf8')))
    const fromOthers = texts.flatMap((text) =>
      Array.from(text.matchAll(/runbook\.md#([^)]+)\)/g), ([, link = '']) => link),
    )
    expect(fromOthers.length).toBeGreaterThan(5)
    expect([...links, ...fromOthers].filter((link) => !headings.includes(link))).toEqual([])
  })

  test.each(Object.entries(ELSEWHERE))('%s: is run elsewhere', async (command, [file, words]) => {
    expect(commands).toContain(command)
    expect(await readFile(file, 'utf8')).toContain(words)
  })

  test('has programs and options that are some, in what another machine or no test runs', async () => {
    expect(commands).toEqual(expect.arrayContaining(Object.keys(NOT_RUN)))
    const others = commands.filter((command) => command in NOT_RUN || /^dogear |\/dogear /.test(command))
    expect(others.length).toBeGreaterThan(3)
    for (const command of others) {
      const [, name = '', rest = ''] = /(?:^dogear|\/dogear|npm run) ([a-z]+)(.*)/.exec(command)!
      const program = await readFile(programs.get(name)!, 'utf8')
      const unknown = rest.match(/(?<= --)[a-z-]+/g)?.filter((option) => !program.includes(option)) ?? []
      expect([command, unknown]).toEqual([command, []])
    }
  })
})

/** A command that runs: what its output says, its exit code, and what readers fill in. */
interface Run {
  command: string
  says: string | RegExp
  /** Null for one that hangs on more than this shop. */
  code?: number | null
  mine?: () => Record<string, string>
  env?: Record<string, string>
  before?: () => Promise<unknown>
}

describe('on a shop, a command of docs/runbook.md does what the page says:', { timeout: 120_000 }, async () => {
  const shop = await startTestServer({ jobs: true })
  const sink = await startMailSink()
  afterwards(sink.close)
  const { services, database, dataDir, send } = shop
  const [folder, copyDir] = [await aFolder(), await aFolder()]
  const [copy, target] = [await testDatabase({ migrated: false }), await testDatabase({ migrated: false })]
  const backup = path.join(folder, 'backups/monday.tar.gz')
  const list = path.join(folder, 'books.csv')
  const headingsOfList = 'title,authors,price,original_price,location,phone,year_of_purchase'
  await writeFile(list, `${headingsOfList}\nSalt and Tide,Ida Holm,4.50,12,Library,+1 555 0100,2019\n`)
  await mkdir(path.dirname(backup))
  const query = (text: string, values: string[] = []) => database.pool.query<Record<string, string>>(text, values)

  const seller = await anAccount(services, 'seller', { email: 'ida@example.org' })
  const [buyer, banned] = [await anAccount(services, 'buyer'), await anAccount(services, 'buyer')]
  const waiting = await anAccount(services, 'buyer', { emailVerified: false })
  const lost = await aProvenAccount(shop, 'buyer')
  const kept = await aBook(services, seller)
  await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(await aBook(services, seller)) })
  const number = (await query('SELECT number FROM orders')).rows[0]!.number!
  await query('UPDATE accounts SET identity_id = NULL WHERE id = $1', [waiting.id])
  await query(
    `INSERT INTO identity.passkey (id, "userId", "credentialId", "publicKey", counter, transports, name, "createdAt")
     VALUES ('lost', $1, 'lost', '', 0, '', 'Phone', now())`,
    [lost.identityId],
  )
  await closeByAdmin(services, banned.id)

  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: new URL(shop.origin).port }
  const ofCopy = { DATA_DIR: copyDir, DATABASE_URL: copy.url }
  const inFolder = { DATA_DIR: copyDir, DATABASE_URL: '' }
  const outputs = new Map<string, string>()
  /** Words that readers replace. */
  const mine: Record<string, string> = {
    EMAIL: seller.email,
    FILE: backup,
    ID: kept,
    NUMBER: number,
    'books.csv': list,
    '/srv/backups/monday.tar.gz': backup,
    'postgres://…': target.url,
    'postgres://user:password@host:5432/name': target.url,
    $DATABASE_URL: database.url,
  }
  const idOfImport = () => /--take-back (\S+)/.exec(outputs.get('npm run import -- books.csv --seller EMAIL')!)![1]!

  // In an order in which each finds what it needs.
  const runs: Run[] = [
    { command: 'npm run settings', says: 'LOG_LEVEL' },
    { command: 'npm run settings -- --changed', says: /DATABASE_URL(?![^]*LOG_LEVEL)/ },
    // The tests’ own PostgreSQL runs without fsync, which is a fault.
    { command: 'npm run doctor', says: '12 checks: ', code: null },
    {
      command: 'npm run doctor -- --send EMAIL',
      says: `A test email went to ${seller.email}`,
      code: null,
      env: { SMTP_URL: sink.url, MAIL_FROM: 'books@example.org' },
    },
    { command: 'npm run admin -- --link', says: 'has an admin', code: 1 },
    { command: 'npm run admin -- EMAIL', says: 'is an admin now', mine: () => ({ EMAIL: 'boss@example.org' }) },
    { command: 'npm run admin -- reset-factor EMAIL', says: 'are removed', mine: () => ({ EMAIL: lost.email }) },
    { command: 'npm run admin -- unban EMAIL', says: 'can sign up again', mine: () => ({ EMAIL: banned.email }) },
    {
      command: 'npm run identity -- --to firebase',
      says: 'Of the open accounts',
      env: { FIREBASE_PROJECT_ID: 'my-club', FIREBASE_SERVICE_ACCOUNT: '/run/key.json' },
    },
    { command: 'npm run identity -- --to embedded', says: 'has the shop’s own sign-in already' },
    {
      command: 'npm run identity -- --confirm EMAIL',
      says: 'gets that account',
      mine: () => ({ EMAIL: waiting.email }),
    },
    { command: 'npm run import -- books.csv --seller EMAIL', says: '1 put on sale' },
    { command: 'npm run import -- --imports', says: 'books.csv' },
    { command: 'npm run backup -- /srv/backups/monday.tar.gz', says: 'rows' },
    { command: 'npm run backup -- FILE', says: 'rows', mine: () => ({ FILE: path.join(folder, 'tuesday.tar.gz') }) },
    { command: 'tar -tzf FILE', says: 'shop.json' },
    { command: 'npm run restore -- FILE --find "keeper ledger"', says: kept },
    { command: 'npm run restore -- FILE --show listing ID', says: 'for sale' },
    { command: 'npm run restore -- FILE --show account EMAIL', says: 'In the shop now: the same' },
    { command: 'npm run restore -- FILE --show order NUMBER', says: number },
    {
      command: 'npm run restore -- FILE --put-back listing ID',
      says: 'is for sale again',
      before: () => send('DELETE', `/api/my-books/${kept}`, { token: seller.token }),
    },
    {
      command: 'npm run restore -- FILE --put-back listings EMAIL',
      says: '1 brought back, 0 refused, 2 are here.',
      before: () => send('DELETE', `/api/my-books/${kept}`, { token: seller.token }),
    },
    { command: 'npm run import -- --take-back ID', says: 'books.csv removed', mine: () => ({ ID: idOfImport() }) },
    { command: 'npm run restore -- FILE', says: 'is back: ', env: ofCopy },
    { command: 'npm run move -- --to embedded', says: 'All of it arrived', env: ofCopy },
    { command: 'npm run move -- --to postgres://…', says: 'All of it arrived', env: inFolder },
    {
      command: 'npm run move -- --back-to embedded',
      says: 'again, as it was when it left',
      env: { ...inFolder, DATABASE_URL: target.url },
    },
    {
      command: 'npm run move -- --to postgres://user:password@host:5432/name',
      says: 'is not empty',
      code: 1,
      env: inFolder,
    },
    { command: 'npm run restore', says: 'Say what to restore', code: 1 },
    { command: 'npm run update', says: 'Say which', code: 1 },
    {
      command: 'npm run domain -- https://new.example.org',
      says: 'Set PUBLIC_URL=https://new.example.org and FORMER_URLS=',
    },
    {
      command: 'npm run domain -- https://new.example.org --apply',
      says: 'comes from no file: set PUBLIC_URL=https://new.example.org',
      env: { DEMO_IN_PUBLIC: 'yes' },
    },
    { command: 'npm run demo', says: 'buyer' },
    { command: 'npm run demo -- --clear', says: 'are gone' },
    { command: 'df -h /var/lib/dogear', says: '%' },
    { command: 'du -sh /var/lib/dogear/*', says: 'keys' },
  ]

  test.each(runs)('$command', async ({ command, says, code = 0, before, ...given }) => {
    expect(commands).toContain(command)
    await before?.()
    const own = { ...mine, ...given.mine?.() }
    const words = wordsOf(command).map((word) => own[word] ?? word)
    const done = await run(words, { ...env, ...given.env })
    outputs.set(command, done.output)
    expect(done.output).toMatch(says)
    expect(done.code).toBe(code ?? done.code)
  })

  const statements = commands.filter((command) => command.startsWith('psql '))
  const dropsKeys = (command: string) => command.includes('DELETE')

  test.each(statements.filter((command) => !dropsKeys(command)))('%s', async (command) => {
    expect((await query(wordsOf(command).at(-1)!)).rows.length).toBeGreaterThan(0)
  })

  test('npm start -- --new: opens a shop again whose keys are lost, once the sign-in’s are removed', async () => {
    const withoutKeys = { ...live, DATABASE_URL: database.url, PORT: String(await freePort()) }
    const newDir = await aFolder()
    const refused = await runProgram('server/start.ts', ['--new'], { ...withoutKeys, DATA_DIR: newDir })
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('empty the table identity.jwks') })
    await query(wordsOf(statements.find(dropsKeys)!).at(-1)!)
    const opened = await startShop({ args: ['--new'], env: withoutKeys, dataDir: newDir })
    expect(await opened.stop()).toBe(0)
  })

  test('and there is no other', () => {
    const known = [...runs.map(({ command }) => command), ...statements, 'npm start -- --new']
    const elsewhere = [...Object.keys(ELSEWHERE), ...Object.keys(NOT_RUN)]
    expect(commands.filter((command) => ![...known, ...elsewhere].includes(command) && !isOfAService(command))).toEqual(
      [],
    )
  })

  /** Runs a command's words to its end: ours by the program of its npm script, others by a shell in the shop's place. */
  async function run(words: string[], settings: Record<string, string>) {
    const [first, , name = '', , ...args] = words
    if (first === 'npm') return runProgram(programs.get(name)!, args, settings)
    const line = words.join(' ').replaceAll('/var/lib/dogear', dataDir)
    const { stdout } = await promisify(execFile)('sh', ['-c', line])
    return { code: 0, output: stdout }
  }
})
