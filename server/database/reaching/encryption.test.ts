import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLongSession } from '#server/backup/long-session.ts'
import { openDatabase } from '#server/open-database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { findOlderPostgres, startOlderPostgres, type OlderPostgres } from '#tests/kit/older-postgres.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { connectionOptions } from './connection-options.ts'

const version = await findOlderPostgres()
const hasOpenssl = await promisify(execFile)('openssl', ['version']).then(
  () => true,
  () => false,
)

test('an address without a word on encryption is left as it is', () => {
  const address = 'postgres://u:p%2Fw@h:5432/name?application_name=x'
  expect(connectionOptions(address)).toEqual({ connectionString: address })
})

// The tests' embedded database, unless DATABASE_URL names another.
test.skipIf(process.env.DATABASE_URL)(
  'a database on this machine is reached whatever PGSSLMODE asks of others',
  async () => {
    const database = await testDatabase()
    process.env.PGSSLMODE = 'require'
    try {
      const session = await openLongSession(database.url, 'a test')
      expect((await session.query('SELECT 1')).rowCount).toBe(1)
      await session.end()
    } finally {
      delete process.env.PGSSLMODE
    }
  },
)

test('certificates that can’t be read are named in a sentence', () => {
  expect(() => connectionOptions('postgres://u:geheim@h/n?sslmode=require&sslrootcert=/nowhere')).toThrow(
    /^DATABASE_URL: sslrootcert=\/nowhere can't be read \(ENOENT\)\.$/,
  )
})

describe.skipIf(!version || !hasOpenssl)('a server with a certificate of the club’s own authority', () => {
  let server: OlderPostgres
  let url: string
  let folder: string
  const file = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })
  /** A self-signed certificate authority. */
  const anAuthority = (name: string) =>
    openssl(
      ...`req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout ${name}.key -out ${name}.pem -subj /CN=${name}`.split(
        ' ',
      ),
    )

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'dogear-tls-'))
    await chmod(folder, 0o755)
    await Promise.all([anAuthority('ours'), anAuthority('other')])
    await openssl(
      ...`req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout server.key -out server.pem -subj /CN=club -x509 -CA ours.pem -CAkey ours.key -addext subjectAltName=DNS:localhost`.split(
        ' ',
      ),
    )
    server = await startOlderPostgres(version!, { cert: file('server.pem'), key: file('server.key') })
    url = await server.emptyDatabase()
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Whether a session is encrypted, or why there is none. */
  async function isEncrypted(query: string, host = '127.0.0.1'): Promise<boolean | string> {
    const address = `${url.replace('127.0.0.1', host)}?${query.replace(/=(\w+)\.pem/, (_, name: string) => `=${file(`${name}.pem`)}`)}`
    try {
      const client: Client = await openLongSession(address, 'a test')
      const { rows } = await client.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
      await client.end()
      return rows[0]!.ssl
    } catch (error) {
      return (error as Error).message
    }
  }
  const untrusted = expect.stringMatching(
    /^The database shows a certificate that isn't trusted \(\w+\)\. .*sslmode=require/,
  )

  test('is reached as libpq would, without a warning', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    expect(await isEncrypted('sslmode=require')).toBe(true)
    expect(await isEncrypted('sslmode=no-verify')).toBe(true)
    expect(await isEncrypted('sslmode=require&uselibpqcompat=true')).toBe(true)
    // With a root certificate, `require` is `verify-ca`: no name is compared.
    expect(await isEncrypted('sslmode=require&sslrootcert=ours.pem')).toBe(true)
    expect(await isEncrypted('sslmode=verify-ca&sslrootcert=ours.pem')).toBe(true)
    expect(await isEncrypted('sslmode=require&sslrootcert=other.pem')).toEqual(untrusted)
    expect(await isEncrypted('sslmode=verify-ca&sslrootcert=other.pem')).toEqual(untrusted)
    expect(await isEncrypted('sslmode=verify-full&sslrootcert=ours.pem', 'localhost')).toBe(true)
    expect(await isEncrypted('sslmode=verify-full&sslrootcert=ours.pem')).toEqual(untrusted)
    expect(await isEncrypted('sslmode=verify-full', 'localhost')).toEqual(untrusted)
    const inTheOpen = expect.stringMatching(/^The database lets this user in from here in no way .*sslmode=require/)
    expect(await isEncrypted('sslmode=disable')).toEqual(inTheOpen)
    expect(await isEncrypted('')).toEqual(inTheOpen)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  test('serves a whole shop, each of whose connections is encrypted', async () => {
    const place = { dataDir: file('data'), database: { kind: 'server' as const, url: `${url}?sslmode=require` } }
    const database = await openDatabase(place, { as: 'shop', program: 'a test', say: () => {} })
    const shop = await startTestServer({ database, dataDir: place.dataDir, jobs: true })
    await shop.database.messages.follow(crypto.randomUUID(), () => {})
    expect((await shop.send('GET', '/')).status).toBe(404)
    expect((await shop.send('GET', '/api/all-books')).json).toEqual([])
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database() ORDER BY 1`,
    )
    // The server refuses sessions without encryption, so every session has it.
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['dogear', 'dogear identity', expect.stringMatching(/^dogear jobs /), 'dogear watch']),
    )
  })

  test('a server without one is no server for sslmode=require', async () => {
    const plain = await startOlderPostgres(version!)
    const address = `${await plain.emptyDatabase()}?sslmode=require`
    await expect(openLongSession(address, 'a test')).rejects.toThrow(/^The database speaks without encryption only;/)
    await plain.stop()
  })
})
