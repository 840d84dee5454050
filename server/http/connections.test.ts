import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { runSql } from '#tests/kit/sql-server.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { talk } from '#tests/kit/talk.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'

describe('a request that does not come to its end', async () => {
  /** Server-side sockets of all connections. */
  const sockets: Socket[] = []
  const watch = (app: FastifyInstance) => app.server.on('connection', (socket: Socket) => sockets.push(socket))
  const server = await startTestServer({ requestTimeout: 400, plugins: [watch] })

  test('is ended with a problem, be it slow in its headers or in its body', async () => {
    const { token } = await anAccount(server.services, 'seller')
    const head = 'POST /api/add-product HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n'
    const slow = await Promise.all([
      talk(server, (socket) => socket.write('GET /api/all-books HTTP/1.1\r\nhost: shop\r\nx-slow: ')),
      talk(server, (socket) => socket.write(`${head}authorization: Bearer ${token}\r\ncontent-length: 99\r\n\r\n{"a`)),
    ])
    for (const heard of slow) {
      expect(heard).toMatch(/^HTTP\/1\.1 408 /)
      expect(heard).toContain('application/problem+json')
      expect(heard).toContain('"code":"request_timeout"')
    }
    expect((await server.send('GET', '/api/health')).status).toBe(200)
  })

  test('loses its connection though it neither reads nor closes it', async () => {
    const before = sockets.length
    const clients = ['', 'GET /api/all-books HTTP/1.1\r\nhost: shop\r\nx-slow: ', 'nonsense\r\n\r\n'].map((said) => {
      const client = connect({ port: Number(new URL(server.origin).port), host: '127.0.0.1', allowHalfOpen: true })
      client.pause().write(said)
      return client
    })
    await until(() => sockets.length === before + clients.length)
    await until(() => sockets.slice(before).every(({ destroyed }) => destroyed))
    expect((await server.send('GET', '/api/health')).status).toBe(200)
    for (const client of clients) client.destroy()
  })

  test('or is no HTTP at all, gets a problem and the connection’s end', async () => {
    for (const noise of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nhost: shop\r\nx-long: ${'x'.repeat(70_000)}\r\n\r\n`]) {
      const heard = await talk(server, (socket) => socket.write(noise))
      expect(heard).toMatch(/^HTTP\/1\.1 422 /)
      expect(heard).toContain('"code":"invalid_input"')
    }
    const long = `HEAD / HTTP/1.1\r\nhost: shop\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await talk(server, (socket) => socket.write(long))).toMatch(/^HTTP\/1\.1 422 [^]*\r\n\r\n$/)
  })
})

test('the largest photo arrives on a slow line, too', async () => {
  await startTestServer({
    plugins: [
      (app) => {
        const { requestTimeout, headersTimeout } = app.server
        expect(requestTimeout / 1000).toBeGreaterThan(MOST_IMAGE_BYTES / (400_000 / 8))
        expect(headersTimeout).toBe(60_000)
      },
    ],
  })
  expect.assertions(2)
})

test('a request line with a whole address counts by its path alone', async () => {
  const server = await startTestServer()
  const seller = await anAccount(server.services, 'seller')
  await aBook(server.services, seller)
  await aBook(server.services, seller)
  const ask = (address: string) =>
    talk(server, (socket) => socket.write(`GET ${address} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`))
  expect(await ask('http://evil.example/api/all-books?limit=1')).toMatch(/^link: <\/api\/all-books\?limit=1&/im)
  expect(await ask('http://evil.example?limit=1')).toMatch(/^HTTP\/1\.1 404 /)
})

test('a database that goes away is said to be away, and asked again', async () => {
  const server = await startTestServer()
  const { token } = await anAccount(server.services, 'seller')
  await sql`
    CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`.execute(server.database.db)
  await sql`CREATE TRIGGER go_away BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION go_away()`.execute(
    server.database.db,
  )
  const rename = () => server.send('PATCH', '/api/account', { token, body: { name: 'Ann' } })
  expect(problemOf(await rename())).toMatchObject({ status: 503, code: 'unavailable' })
  // The pool learns of a lost connection a moment later.
  const dropped = () => sql`DROP FUNCTION IF EXISTS go_away CASCADE`.execute(server.database.db)
  await until(() =>
    dropped().then(
      () => true,
      () => false,
    ),
  )
  await until(async () => (await rename()).status === 200)
})

describe('closing the server', () => {
  test('finishes the requests under way and takes no new ones', async () => {
    const server = await startTestServer()
    const { services, send, database, origin } = server
    const seller = await anAccount(services, 'seller')
    const book = await aBook(services, seller)
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Another transaction locks the row, so that the request has to wait.
    const holding = database.db.transaction().execute(async (tx) => {
      await sql`SELECT 1 FROM books WHERE id = ${book} FOR UPDATE`.execute(tx)
      held.resolve()
      await released.promise
    })
    await held.promise
    const underWay = send('PUT', `/api/my-books/${book}`, { token: seller.token, body: { advertise: 'true' } })
    await until(async () => (await waitingForLocks(database.db)) > 0)
    const closing = server.close()
    await until(() =>
      fetch(`${origin}/api/health`).then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    released.resolve()
    expect(await underWay).toMatchObject({ status: 200, json: { modifiedCount: 1 } })
    await holding
    await closing
    await expect(fetch(`${origin}/api/health`)).rejects.toThrow('fetch failed')
  })

  test('does not wait for connections that a browser opened ahead and never used', async () => {
    const server = await startTestServer({ requestTimeout: 3_600_000 })
    let isOpen = false
    const unused = talk(server, () => (isOpen = true))
    await until(() => isOpen)
    // Every earlier connection was accepted as well.
    expect((await server.send('GET', '/api/health')).status).toBe(200)
    await server.close()
    expect(await unused).toBe('')
  })
})

describe('while the database is gone', () => {
  test('the program is alive and not ready, says so without a word of why, and comes back with it', async () => {
    const server = await startTestServer()
    const { send, database } = server
    const cluster = new URL(database.url)
    const name = cluster.pathname.slice(1)
    cluster.pathname = '/postgres'
    try {
      expect(await send('GET', '/api/ready')).toMatchObject({ status: 200, json: { status: 'ok' } })
      await runSql(cluster.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      // With a time limit: until they are gone.
      await runSql(
        cluster.href,
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
      )
      expect((await send('GET', '/api/health')).status).toBe(200)
      expect(await send('GET', '/api/ready')).toMatchObject({ status: 503, json: { code: 'unavailable' } })
      const books = await send('GET', '/api/all-books')
      expect(books.status).toBeGreaterThanOrEqual(500)
      expect(books.text).not.toMatch(/terminat|connection|postgres|database/i)
    } finally {
      await runSql(cluster.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    }
    expect((await send('GET', '/api/ready')).status).toBe(200)
    expect((await send('GET', '/api/all-books')).status).toBe(200)
  })
})
