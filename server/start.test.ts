import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { findClosedFolder, findUnprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'
import { markFilled } from '#server/demo/demo.sql.ts'
import { openDatabase } from '#server/open-database.ts'
import { GOES_WRONG, isJson } from '#tests/kit/faults/goes-wrong.ts'
import { onDatabaseOf } from '#tests/kit/shop-database.ts'
import { live, runProgram, startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'

const SECONDS = 1000
const start = (env: Record<string, string>) => runProgram('server/start.ts', [], { ...live, ...env })
/** Writes the operator's content pages into a data folder. */
async function writePages(folder: string, texts: Record<string, string>): Promise<void> {
  await mkdir(path.join(folder, 'pages'), { recursive: true })
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(folder, 'pages', name), text)
}
/** Makes a program print at its end which builds of React it ran; builds read only for their names don't count. */
const TELLS_BUILDS = `--import data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module'
  const ran = () => Object.entries(createRequire(process.cwd() + '/').cache).filter(([, { loaded }]) => loaded)
  const builds = () => ran().map(([file]) => file).filter((file) => file.includes('/node_modules/react'))
  process.on('exit', () => console.log(builds().join('\\n')))
`)}`
/** Expects that a program rendered its page by React's production build. */
function expectFastBuild(output: string): void {
  expect(output).toMatch(/react-dom-server\S*\.production\.js/)
  expect(output).not.toMatch(/\.development\./)
}
/** Starts the shop as tools/run.mjs does while the screens are built. */
function startBesideBuild(env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts'), '--screens-beside'], {
    env: { ...process.env, ...live, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()))
  return { child, output: () => text, screensAreThere: () => child.send('prepared') }
}
/** A user without write access everywhere; ourselves, unless we are root. */
const ordinary = await findUnprivilegedUser(import.meta.dirname)
const mayEnter = !ordinary || (await findClosedFolder(import.meta.dirname, ordinary)) === null
const json = async (shop: ShopProcess, address: string) => (await fetch(`${shop.origin}/api/${address}`)).json()

// Separate processes with their own embedded database.
describe.skipIf(process.env.DATABASE_URL)('the program', { timeout: 180 * SECONDS }, () => {
  /** Data folder shared by the live shops, because creating a database is most of a first start's cost. */
  let dataDir: string
  beforeAll(async () => {
    dataDir = await temporaryFolder()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  describe('that can’t start says why in a sentence, and ends with exit code 1', () => {
    const aFile = import.meta.filename
    const ended = (says: string | RegExp) => ({ code: 1, output: expect.stringMatching(says) })

    test('because of its configuration: every mistake at once', async () => {
      const { code, output } = await start({ PORT: 'many', HOLD_HOURS: '0', CURRENCY: 'ABC' })
      expect(code).toBe(1)
      for (const name of ['PORT', 'HOLD_HOURS', 'CURRENCY']) expect(output).toMatch(new RegExp(`^${name}: `, 'm'))
      expect(output).not.toMatch(/^\s+at /m)
    })

    test('because a live shop doesn’t know its address or has no mail, and the limits can’t be off there', async () => {
      const { code, output } = await start({ PUBLIC_URL: '', SMTP_URL: '', MAIL_FROM: '', RATE_LIMITS: 'off' })
      expect(code).toBe(1)
      for (const name of ['PUBLIC_URL', 'SMTP_URL', 'RATE_LIMITS'])
        expect(output).toMatch(new RegExp(`^${name}: `, 'm'))
    })

    test('because its port is in use', async () => {
      const other = createServer().listen(0, 'localhost')
      await until(() => other.listening)
      const { port } = other.address() as AddressInfo
      expect(await start({ PORT: String(port) })).toEqual(ended(`^Port ${port} is in use;[^\\n]*\\n$`))
      other.close()
    })

    test('because its folder can’t be one', async () => {
      const port = String(await freePort())
      const { code, output } = await start({ PORT: port, DATA_DIR: path.join(aFile, 'data') })
      expect({ code, lines: output.trim().split('\n').length, output }).toMatchObject({ code: 1, lines: 1 })
      expect(output).toContain(aFile)
      expect(output).not.toMatch(/^\s+at /m)
    })
  })

  test.skipIf(!mayEnter)('names its folder, and its port beside it, where this user may write nothing', async () => {
    const folder = await aFolder()
    await chmod(folder, 0o555)
    const taken = createServer().listen(0, 'localhost')
    await until(() => taken.listening)
    const { port } = taken.address() as AddressInfo
    const env = { ...process.env, ...live, PORT: String(port), DATA_DIR: path.join(folder, 'data') }
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.ts')], { env, ...ordinary })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(said).toMatch(
      new RegExp(
        `^Port ${port} is in use;[^\\n]*\\nThe data folder ${folder}/data can't be written by this user;[^\\n]*\\n$`,
      ),
    )
    taken.close()
  })

  test('with a page of the operator’s that is none says which, before it opens anything', async () => {
    const folder = await aFolder()
    await writePages(folder, { 'terms.md': '# Terms\n\n[Here](javascript:alert(1))' })
    const { code, output } = await start({ PORT: String(await freePort()), DATA_DIR: folder })
    expect(code).toBe(1)
    expect(output).toMatch(/^\S+\/pages\/terms\.md: a link leads to "javascript:alert\(1\)"; [^\n]*\n$/)
  })

  test('while its screens are built a live shop touches no database, and a demo is not open yet', async () => {
    expect((await runProgram('tools/run.mjs', ['--screens'], {})).code).toBe(0)
    await writePages(dataDir, { 'trems.md': '# Typo' })
    const { cluster } = describeDataFolder(dataDir)
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    const close = async ({ child }: ReturnType<typeof startBesideBuild>) => {
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    }

    const real = startBesideBuild(env)
    await until(() => real.output().includes('replaces no page'))
    const ready = () => fetch(`http://localhost:${env.PORT}/api/ready`).catch(() => null)
    await until(async () => (await ready())?.status === 503)
    expect(await (await ready())?.json()).toMatchObject({ code: 'unavailable', detail: 'Not open yet: Starting.' })
    expect(existsSync(cluster)).toBe(false)
    real.screensAreThere()
    await until(() => real.output().includes(' is open at '))
    real.child.kill('SIGHUP')
    await until(() => real.output().includes('SIGHUP changes nothing here'))
    expect((await fetch(`http://localhost:${env.PORT}/api/health`)).status).toBe(200)
    await close(real)

    // A live shop is never filled with the demo's books, so this one opens at once.
    const demo = startBesideBuild({ ...env, DOGEAR_MODE: 'demo', PUBLIC_URL: '' })
    await until(() => existsSync(path.join(cluster, 'postmaster.pid')))
    expect(demo.output()).not.toContain(' is open at ')
    demo.screensAreThere()
    await until(() => demo.output().includes(' is open at '))
    await close(demo)
  })

  test('is no live shop while the demo is in it, which can be taken out', async () => {
    const place = { dataDir, database: { kind: 'embedded' as const } }
    const { db, close } = await openDatabase(place, { as: 'shop', program: 'a test', say: () => {} })
    await db.transaction().execute((tx) => markFilled(tx, [], new Date()))
    await close()
    const env = { ...live, PORT: String(await freePort()), DATA_DIR: dataDir }
    const { code, output } = await start(env)
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The demo’s people and books .* -- --clear/m),
    })
    expect((await runProgram('tools/demo.ts', [], env)).code).toBe(1)
    // The live shop below opens on the remaining data.
    expect((await runProgram('tools/demo.ts', ['--clear'], env)).code).toBe(0)
  })

  describe('live', () => {
    let shop: ShopProcess
    const postmaster = () => path.join(describeDataFolder(dataDir).cluster, 'postmaster.pid')

    beforeAll(async () => {
      await writePages(dataDir, { 'terms.md': '# House rules\n\nWrite to {{contact}}.', 'trems.md': '# Typo' })
      await writeFile(path.join(dataDir, 'dogear.env'), 'CONTACT_EMAIL=hello@example.org\n')
      shop = await startShop({ env: { ...live, LOG_LEVEL: 'info' }, dataDir })
    }, 90 * SECONDS)

    test('shows the operator’s own pages in place of ours, and names those that replace none', async () => {
      const page = async (name: string) => (await fetch(`${shop.origin}/${name}`)).text()
      const terms = await page('terms')
      expect(terms).toContain('<h1 class="mb-6">House rules</h1>')
      expect(terms).toContain('Write to <a href="mailto:hello@example.org">hello@example.org</a>.')
      expect(terms).toContain('<meta name="description" content="Write to hello@example.org."/>')
      const imprint = await page('imprint')
      expect(imprint).not.toContain('has not filled this in yet')
      expect(imprint).toContain('<a href="mailto:hello@example.org">')
      expect(shop.output()).toMatch(/pages\/trems\.md replaces no page/)
    })

    test('has no demo in it: no books, no outbox, no simulated cards, the three shelves; and a link for its first admin', async () => {
      await expect.poll(() => shop.output()).toMatch(/has no admin yet\..*\/first-admin#[\w-]{32}"/)
      expect(await json(shop, 'config')).toMatchObject({
        demo: false,
        cards: { mode: 'off' },
        identity: { signInWith: [] },
      })
      expect(await json(shop, 'all-books')).toEqual([])
      expect(await json(shop, 'books-categories')).toHaveLength(3)
      expect(await json(shop, 'outbox')).toMatchObject({ code: 'not_found' })
      expect(shop.output()).not.toContain('Demo')
    })

    test('has the not-found page for unknown addresses, with line breaks or not', async () => {
      const nobodys = ['/nowhere', '/%0a', '/login%0a', '/%E2%80%A8', '/x%0d%0ay', '/about%0A/x', '//about', '/outbox']
      for (const address of nobodys) {
        const page = await fetch(`${shop.origin}${address}`)
        expect([address, page.status]).toEqual([address, 404])
        expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
        const text = await page.text()
        expect(text).toContain('There’s nothing at this address.')
        expect(text).toContain('a club for buying and selling used books')
        const data = await fetch(`${shop.origin}${address}.data`)
        expect([address, data.status]).toEqual([address, 404])
        expect(await data.text()).not.toBe('')
      }
      expect(shop.output()).not.toContain('"msg":"screen"')
    })

    test('approves the scripts of its pages, which are the same for everyone', async () => {
      for (const address of ['/', '/login', '/terms', '/nowhere']) {
        const [page, again] = await Promise.all([1, 2].map(() => fetch(`${shop.origin}${address}`)))
        const text = (await page?.text()) ?? ''
        expect(await again?.text()).toBe(text)
        const inline = [...text.matchAll(/<script(?![^>]* (?:src=|type="application\/ld))[^>]*>([^]*?)<\/script>/g)]
        expect(inline.length).toBeGreaterThan(3)
        const policy = page?.headers.get('content-security-policy') ?? ''
        for (const [, script = ''] of inline)
          expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
        expect(text).not.toContain('nonce')
      }
    })

    test('keeps its folder for itself: a second one names who has it', async () => {
      const second = await start({ PORT: String(await freePort()), DATA_DIR: dataDir })
      expect(second).toMatchObject({ code: 1, output: expect.stringMatching(/is in use by npm start \(pid \d+\)/) })
      expect((await fetch(`${shop.origin}/api/ready`)).status).toBe(200)
    })

    test('outlives its database: killed, it is started again and answers', async () => {
      const [pid = ''] = (await readFile(postmaster(), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await until(() => shop.output().includes('The database ended by itself; starting it again.'))
      await until(async () => (await fetch(`${shop.origin}/api/ready`)).status === 200)
      expect(await json(shop, 'books-categories')).toHaveLength(3)
    })

    test('logs each request as one line with its id and route, and nothing of the person', async () => {
      const secrets = ['nora.secret@example.org', 'Geheim-4711', 'eyJhbGciOiJFZERTQSJ9.e30.c2ln', 'pi_1_secret_2']
      const [email, password, token, clientSecret] = secrets
      const origin = live.PUBLIC_URL
      const post = (address: string, body: object) =>
        fetch(`${shop.origin}/api/${address}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            cookie: `a=${token}`,
            origin,
          },
          body: JSON.stringify(body),
        })
      await post('identity/sign-up/email', { name: 'Nora', email, password })
      await post('identity/sign-in/email', { email, password: 'wrong' })
      await post('jwt', { email, clientSecret })
      await post('signup', { email, password, name: 'Nora', checked: 'buyer' })
      const asked = await fetch(`${shop.origin}/api/user-type-find?email=${email}`)
      await fetch(`${shop.origin}/api/allusers/admin/${email}`)
      await until(() => shop.output().includes(asked.headers.get('x-request-id') ?? 'none'))
      const lines = shop
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(lines.find(({ reqId }) => reqId === asked.headers.get('x-request-id'))).toMatchObject({
        route: '/api/user-type-find',
        status: 401,
        ms: expect.any(Number),
        client: '127.0.0.0',
      })
      for (const secret of secrets) expect(shop.output()).not.toContain(secret)
      expect(shop.output()).not.toMatch(/[\w.]{2,}@example\.org/)
    })

    test('lets no stranger write its log by sending events in the card provider’s name', async () => {
      const send = () => fetch(`${shop.origin}/api/payment-events`, { method: 'POST', body: '{"type":"made up"}' })
      for (const { status } of await Promise.all(Array.from({ length: 20 }, send))) expect(status).toBe(409)
      const asked = await fetch(`${shop.origin}/api/nothing`)
      await until(() => shop.output().includes(asked.headers.get('x-request-id') ?? 'none'))
      expect(shop.output()).not.toContain('payment-events')
    })

    test('takes up what a killed one left: its jobs at once, its half-written files never', async () => {
      const mine = `payload ->> 'orderId' = '00000000-0000-4000-8000-000000000000'`
      const job = `SELECT 1 FROM graphile_worker._private_jobs WHERE ${mine}`
      await onDatabaseOf(
        shop,
        `DO $$ BEGIN
          PERFORM graphile_worker.add_job('expire_claim', '{"orderId":"00000000-0000-4000-8000-000000000000"}'::json);
          UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now() WHERE ${mine};
        END $$`,
      )
      const [draft, kept] = ['.incoming-0b06b6a0-1234-4000-8000-000000000000', '0123456789abcdef0123456789abcdef']
      for (const name of [draft, kept]) await mkdir(path.join(dataDir, 'images', name), { recursive: true })
      await shop.stop({ keepData: true, signal: 'SIGKILL' })
      shop = await startShop({ env: { ...live, LOG_LEVEL: 'info', NODE_OPTIONS: TELLS_BUILDS }, dataDir })
      const gone = `DO $$ BEGIN IF EXISTS (${job}) THEN RAISE 'still there'; END IF; END $$`
      await until(() =>
        onDatabaseOf(shop, gone).then(
          () => true,
          () => false,
        ),
      )
      expect(await readdir(path.join(dataDir, 'images'))).toEqual([kept])
    })

    test('ends by SIGTERM with exit code 0, leaves nothing running, and finds everything again at the next start, whatever NODE_ENV is', async () => {
      const columns = 'title,authors,price,original price,location,phone,year of purchase'
      const row = 'A Title That Stays,Ada Winter,4.50,12,Library,+1 555 0100,2019'
      await writeFile(path.join(dataDir, 'titles.csv'), `${columns}\n${row}\n`)
      await shop.tool('tools/import.ts', path.join(dataDir, 'titles.csv'), '--seller', 'ida@example.org')
      const books = await json(shop, 'all-books')
      expect(books).toMatchObject([{ book_name: 'A Title That Stays' }])
      expect(await (await fetch(`${shop.origin}/login`)).text()).toContain('<form')
      expect(await shop.stop({ keepData: true })).toBe(0)
      expectFastBuild(shop.output())
      await expect(fetch(`${shop.origin}/api/health`)).rejects.toThrow('fetch failed')
      await expect(readFile(postmaster())).rejects.toThrow('ENOENT')

      const next = await startShop({ env: { ...live, NODE_ENV: 'development', NODE_OPTIONS: TELLS_BUILDS }, dataDir })
      expect(await json(next, 'all-books')).toEqual(books)
      expect(await (await fetch(`${next.origin}/login`)).text()).toContain('<form')
      expect(next.output()).not.toContain('Making a new database')
      const opened = `is open at ${live.PUBLIC_URL}, with the settings of ${path.join(dataDir, 'dogear.env')}."}`
      expect(next.output()).toContain(opened)
      expect(await next.stop({ keepData: true, signal: 'SIGINT' })).toBe(0)
      expectFastBuild(next.output())
    })

    test('logs what nothing caught in a line of JSON, goes on where it can, and else closes in order with exit code 1', async () => {
      const faulty = await startShop({ env: { ...live, NODE_OPTIONS: GOES_WRONG }, dataDir })
      const logged = (words: string) =>
        faulty
          .output()
          .split('\n')
          .find((line) => line.includes(words))
      const line = async (words: string) => {
        await until(() => logged(words) !== undefined)
        return JSON.parse(logged(words)!) as { level: number; err?: { message: string; stack: string } }
      }
      faulty.signal('SIGUSR2')
      expect(await line('no one waits')).toMatchObject({ level: 50, err: { message: 'no one waits' } })
      expect(await line('several')).toMatchObject({ level: 40 })
      expect((await fetch(`${faulty.origin}/api/ready`)).status).toBe(200)
      expect(await faulty.stop({ keepData: true, signal: 'SIGWINCH' })).toBe(1)
      expect(await line('in a callback')).toMatchObject({ err: { stack: expect.stringContaining('at ') } })
      for (const words of ['is open at', 'DeprecationWarning: an old way', 'past the console']) await line(words)
      const notJson = faulty
        .output()
        .trimEnd()
        .split('\n')
        .filter((one) => !isJson(one))
      expect(notJson).toEqual([])
      await expect(readFile(postmaster())).rejects.toThrow('ENOENT')
    })

    test('accepts no new requests while it shuts down, however long a running job takes', async () => {
      const silent = createServer().listen(0, '127.0.0.1')
      const asked = once(silent, 'connection')
      await once(silent, 'listening')
      const env = { ...live, SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` }
      const closing = await startShop({ env, dataDir })
      const signedUp = await fetch(`${closing.origin}/api/identity/sign-up/email`, {
        method: 'POST',
        headers: { origin: live.PUBLIC_URL, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Nora Berg', email: 'nora@example.org', password: 'a quiet harbour' }),
      })
      expect(signedUp.status).toBe(200)
      const [mail] = (await asked) as [Socket]
      // A greeted client waits longer.
      mail.resume().write('220 ready\r\n')
      const ended = closing.stop({ keepData: true })
      await until(() =>
        fetch(`${closing.origin}/api/health`).then(
          ({ ok }) => !ok,
          () => true,
        ),
      )
      // The client stayed until the mail was sent.
      expect(mail.readableEnded).toBe(false)
      mail.destroy()
      silent.close()
      expect(await ended).toBe(0)
    })
  })
})
