import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { copyFolder } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'
import { OperatorError } from '../operator-error.ts'
import { chooseDataDir, describeDataFolder } from './data-folder.ts'
import { superuserUrl } from './shop-role.ts'
import { startEmbeddedDatabase, useEmbeddedDatabase } from './start-embedded.ts'

const isRoot = process.getuid?.() === 0
let parent: string
let dataDir: string
let ends: (() => Promise<unknown>)[]

const made = await aFolder()
const database = await startEmbeddedDatabase({ dataDir: made, program: 'the test', durable: false })
await database.stop()

beforeEach(async () => {
  parent = await aFolder()
  dataDir = path.join(parent, 'a shop', 'data')
  ends = []
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
})

/** Copies a cluster made before: creating it is most of what a first start costs. */
async function hasData(): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await copyFolder(made, dataDir)
}

const options = () => ({ dataDir, program: 'the test', durable: false })

async function start(also: object = {}) {
  const database = await startEmbeddedDatabase({ ...options(), ...also })
  ends.push(database.stop)
  return database
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Another program that owns the folder until it is ended. */
async function otherOwner(user: { uid?: number } = {}): Promise<{ child: ChildProcess; said: string }> {
  // Drops its rights after the imports: the other user may not read this checkout.
  const script = `
    import { startEmbeddedDatabase } from ${JSON.stringify(path.join(import.meta.dirname, 'start-embedded.ts'))}
    const { uid } = ${JSON.stringify(user)}
    if (uid !== undefined) {
      process.setgroups([])
      process.setuid(uid)
    }
    const database = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, program: 'the other shop', durable: false })
      .catch((error) => { console.log(error.name + ': ' + error.message); process.exit(1) })
    process.on('SIGTERM', () => database.stop().then(() => process.exit(0)))
    console.log(database.url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(`It ended with ${code} and said nothing.`))
  })
  ends.push(async () => {
    child.kill('SIGTERM')
    await gone
  })
  const heard = new Promise<string>((resolve) =>
    child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())),
  )
  return { child, said: await Promise.race([heard, gone]) }
}

const refusal = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)
const postmaster = async () =>
  Number.parseInt(await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the first start makes a database that only its user can read, the second finds it again', async () => {
  const lines: string[] = []
  await mkdir(path.join(dataDir, 'postgres/cluster.half/rest of a start that was cut short'), { recursive: true })
  const first = await start({ durable: true, log: (line: string) => lines.push(line) })
  expect(lines).toEqual([`Making a new database in ${dataDir}/postgres.`])
  const commits = ['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `current_setting('${name}')`)
  expect(await query(first.url, `SELECT concat_ws(' ', ${commits.join()}) AS commits`)).toEqual([
    { commits: 'on on on' },
  ])
  expect(await query(first.url, "SELECT lower('ÉÄŞ') AS lower")).toEqual([{ lower: 'éäş' }])
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const mode = async (name: string) => ((await stat(path.join(dataDir, 'postgres', name))).mode & 0o777).toString(8)
  expect(await Promise.all(['.', 'cluster', 'password', 'owner.json'].map(mode))).toEqual(['700', '700', '600', '600'])
  await Promise.all([first.stop(), first.stop()])

  const second = await start({ log: (line: string) => lines.push(line) })
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  expect(lines).toHaveLength(1)
})

test('a wrong password is not let in', async () => {
  await hasData()
  const { url } = await start()
  await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('a folder in use is refused by name and pid; a tool uses the running database and leaves it running', async () => {
  await hasData()
  const { child, said: url } = await otherOwner()
  expect(await refusal(start())).toEqual(
    new OperatorError(
      `The data folder ${dataDir} is in use by the other shop (pid ${child.pid}); stop that one first, or set DATA_DIR to another folder.`,
    ),
  )
  const used = await useEmbeddedDatabase(options())
  expect(used.url).toBe(url)
  await used.stop()
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the same program is refused a second time, too', async () => {
  await hasData()
  await start()
  expect(String(await refusal(start()))).toContain(`in use by the test (pid ${process.pid})`)
})

test('of several tools that start at once each has its turn, and none loses its database to another’s end', async () => {
  const work = async (name: string) => {
    const used = await useEmbeddedDatabase(options())
    await query(used.url, `CREATE TABLE ${name} AS SELECT 1 AS one`)
    await used.stop()
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(work))
  const { url } = await start()
  expect(
    await query(
      url,
      'SELECT (SELECT one FROM a) + (SELECT one FROM b) + (SELECT one FROM c) + (SELECT one FROM d) AS sum',
    ),
  ).toEqual([{ sum: 4 }])
})

test('tools that start beside the shop get to its database', async () => {
  await hasData()
  const shop = await start()
  const all = await Promise.all(Array.from({ length: 3 }, () => useEmbeddedDatabase(options())))
  expect(new Set(all.map(({ url }) => url))).toEqual(new Set([shop.url]))
})

test('a tool starts the database where no shop runs it, and ends it afterwards', async () => {
  await hasData()
  const used = await useEmbeddedDatabase(options())
  const pid = await postmaster()
  await used.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a shop that starts while a tool has the folder says so, and opens when that has ended', async () => {
  await hasData()
  const used = await useEmbeddedDatabase({ ...options(), program: 'npm run import' })
  const said: string[] = []
  const starting = start({ log: (line: string) => said.push(line) })
  await until(() => said.length > 0)
  await used.stop()
  const { url } = await starting
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(said).toEqual([`npm run import (pid ${process.pid}) is at work in ${dataDir}; waiting for its end.`])
})

test('a database whose owner was killed is ended, and its data are there', async () => {
  await hasData()
  const { child, said: url } = await otherOwner()
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const orphan = await postmaster()
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  expect(isAlive(orphan)).toBe(true)

  const database = await start()
  expect(await query(database.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  expect(await postmaster()).not.toBe(orphan)
})

test('a stranger who has the pid of a database by now is left alone', async () => {
  await hasData()
  const stranger = spawn('sleep', ['60'])
  ends.push(async () => stranger.kill())
  const left = [stranger.pid, `${dataDir}/postgres/cluster`, 1700000000, 5432, '', '127.0.0.1', '', 'ready']
  await writeFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), `${left.join('\n')}\n`)
  await start()
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test.each([
  ['19', 'update Dogear'],
  ['17', 'take a backup with the Dogear that made it'],
])('data of PostgreSQL %s are refused with what helps, and not touched', async (major, cure) => {
  await hasData()
  await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), `${major}\n`)
  const refused = String(await refusal(start()))
  expect(refused).toContain(`OperatorError: The data folder ${dataDir} was made by PostgreSQL ${major}`)
  expect(refused).toContain(cure)
})

test('a folder that cannot be written is said in a sentence', async () => {
  await mkdir(path.dirname(dataDir), { mode: 0o555 })
  // Root may write anywhere, so an unprivileged user tries.
  const { said } = await otherOwner(isRoot ? { uid: 65534 } : {})
  expect(said).toBe(
    `OperatorError: The data folder ${dataDir} can't be written by this user; give it to this user, or set DATA_DIR to another folder.`,
  )
})

test('a folder below a file is said in a sentence', async () => {
  await writeFile(path.dirname(dataDir), '')
  expect(String(await refusal(start()))).toMatch(
    /^OperatorError: The data folder .* is below something that is not a folder/,
  )
})

test('a damaged database is said in a sentence that names its log', async () => {
  await hasData()
  await rm(path.join(dataDir, 'postgres/cluster/global/pg_control'))
  expect(String(await refusal(start()))).toMatch(
    /^OperatorError: The database didn't come up: .* \(more in .*postgres\.log\)\.$/,
  )
  // The failed start has released the folder.
  expect(String(await refusal(start()))).not.toContain('in use')
})

test.runIf(isRoot)(
  'as root, a folder closed to the user we drop to: the default moves, a chosen one is refused',
  async () => {
    const closed = path.join(parent, 'closed')
    await mkdir(closed, { mode: 0o700 })
    expect(String(await refusal(chooseDataDir(path.join(closed, 'data'), () => {})))).toMatch(
      /^OperatorError: PostgreSQL runs as the user (postgres|nobody), who can't get to .* because .*closed is closed; open it/,
    )
    const before = process.cwd()
    process.chdir(closed)
    ends.push(async () => process.chdir(before))
    const lines: string[] = []
    expect(await chooseDataDir(path.resolve('data'), (line) => lines.push(line))).toBe('/var/lib/dogear')
    expect(lines.join()).toContain('the data is kept in /var/lib/dogear')
    process.chdir(parent)
    expect(await chooseDataDir(path.resolve('data'), () => expect.unreachable())).toBe(path.join(parent, 'data'))
  },
)

test('the shop works as a role that may do nothing to the cluster, also where an earlier program made the data', async () => {
  await hasData()
  const first = await start()
  const whoAmI = `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS mighty
    FROM pg_roles WHERE rolname = current_user`
  expect(await query(first.url, whoAmI)).toEqual([{ mighty: false }])
  await expect(query(first.url, 'SELECT pg_switch_wal()')).rejects.toThrow('permission denied')
  await expect(query(first.url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('permission denied')

  // As earlier versions left it: a single role that owns everything.
  const port = Number(new URL(first.url).port)
  const superuser = await superuserUrl(describeDataFolder(dataDir), port, 'dogear')
  await query(
    superuser,
    `CREATE TABLE old_books (id serial PRIMARY KEY, title text);
     INSERT INTO old_books (title) VALUES ('Emma');
     CREATE SCHEMA old; CREATE TYPE old.mood AS ENUM ('good'); CREATE TYPE old.pair AS (a int, b int);
     CREATE TABLE old.moods (mood old.mood); CREATE SEQUENCE old.numbers; CREATE VIEW old.view AS SELECT * FROM old.moods;
     CREATE FUNCTION old.one() RETURNS int LANGUAGE sql AS 'SELECT 1';
     ALTER DATABASE dogear OWNER TO dogear`,
  )
  await first.stop()
  await rm(describeDataFolder(dataDir).shopPasswordFile)

  const second = await start()
  expect(await query(second.url, 'SELECT title FROM old_books')).toEqual([{ title: 'Emma' }])
  await query(
    second.url,
    `ALTER TABLE old_books ADD COLUMN author text; ALTER TYPE old.mood ADD VALUE 'fair'; DROP FUNCTION old.one();
     DROP SCHEMA old CASCADE; CREATE SCHEMA identity`,
  )
})
