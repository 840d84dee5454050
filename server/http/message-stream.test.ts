import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countUnread } from '#contract/messages/messages.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { aTalk, readUpTo, write } from '#tests/kit/talking.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { registerMessageStreams } from './message-stream.ts'

const server = await startTestServer()
const { services } = server

/** The same shop in another process: its own connections, the same keys. */
const anotherProcess = () => startTestServer({ on: server, dataDir: server.dataDir })

interface Heard {
  status: number
  /** Events so far. */
  events: number
  isOver: boolean
  leave: () => void
}

async function listen({ origin }: TestServer, { token }: Pick<TestAccount, 'token'>): Promise<Heard> {
  const leaving = new AbortController()
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}/api/unread-messages`, { headers, signal: leaving.signal })
  const heard: Heard = { status: response.status, events: 0, isOver: false, leave: () => leaving.abort() }
  const follow = async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()))
      heard.events += text.split('data: news\n\n').length - 1
  }
  void follow()
    .catch(() => {})
    .finally(() => (heard.isOver = true))
  return heard
}

test('both sides hear of a message and of what is read, on every process; others hear nothing', async () => {
  const another = await anotherProcess()
  const { seller, asker, id } = await aTalk(server)
  const sellers = await listen(another, seller)
  const askers = await listen(server, asker)
  const others = await listen(another, await anAccount(services, 'buyer'))
  const haveHeard = (events: number) => until(() => sellers.events === events && askers.events === events)
  await haveHeard(1)
  await write(server, asker, id)
  await haveHeard(2)
  await write(another, seller, id)
  await haveHeard(3)
  await readUpTo(server, seller, id, 3)
  await until(() => sellers.events === 4)
  expect([askers.events, others.events]).toEqual([3, 1])
  // Closing the shop ends the streams.
  await another.close()
  await until(() => sellers.isOver && others.isOver)
  askers.leave()
})

test('who has been signed out, or shut out, hears nothing more', async () => {
  const { seller, asker, id } = await aTalk(server)
  const heard = await listen(server, seller)
  await until(() => heard.events === 1)
  await sql`UPDATE accounts SET version = version + 1 WHERE id = ${seller.id}`.execute(services.db)
  await write(server, asker, id)
  await until(() => heard.isOver)
  expect(heard.events).toBe(1)
  expect((await listen(server, seller)).status).toBe(401)
})

test('six at a time for one account, until one is left', async () => {
  const person = await anAccount(services, 'buyer')
  const six = await Promise.all(Array.from({ length: 6 }, () => listen(server, person)))
  expect(six.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await listen(server, person)).status).toBe(429)
  expect((await listen(server, await anAccount(services, 'buyer'))).status).toBe(200)
  six[0]!.leave()
  await until(async () => (await listen(server, person)).status === 200)
  expect((await server.send('GET', '/api/unread-messages', { token: person.token })).json).toEqual({ unread: 0 })
})

test('a lost connection to the database comes back, and what was missed is looked for', async () => {
  const { seller, asker, id } = await aTalk(server)
  const heard = await listen(server, seller)
  // Existing listeners have a live connection: the write's own notification may still arrive.
  await until(() => heard.events >= 1)
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'dogear watch' AND datname = current_database()`.execute(services.db)
  await until(() => heard.events >= 2)
  const before = heard.events
  await write(server, asker, id)
  await until(() => heard.events > before)
  expect(heard.isOver).toBe(false)
})

test('who asks for a stream while the shop closes doesn’t hold up the end', async () => {
  const own = await startTestServer()
  const person = await anAccount(own.services, 'buyer')
  const { heard, closed } = await own.services.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE`.execute(tx)
    const heard = listen(own, person)
    // Authentication is in progress.
    await until(async () => {
      const { rows } = await sql<{ waiting: number }>`
        SELECT count(*)::int AS waiting FROM pg_locks WHERE relation = 'accounts'::regclass AND NOT granted`.execute(tx)
      return rows[0]!.waiting > 0
    })
    const closed = own.close()
    await until(() =>
      fetch(`${own.origin}/api/health`).then(
        () => false,
        () => true,
      ),
    )
    return { heard, closed }
  })
  expect((await heard).status).toBe(503)
  await closed
})

test('a reader who leaves is nothing to log', async () => {
  const person = await anAccount(services, 'buyer')
  const account = { ...(await findAccountById(services.db, person.id))!, signedInAt: 0 }
  const written: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void written.push(line) } } })
  const gone = new Promise<void>((resolve) => {
    app.addHook('onRequest', async (request, { raw }) => {
      request.caller = { account, proof: null }
      raw.once('close', resolve)
    })
  })
  registerMessageStreams(app, services, { follow: async () => () => {} })
  app.get('/api/unread-messages', { config: { call: countUnread } }, async () => ({ unread: 0 }))
  const heard = await listen({ ...server, origin: await app.listen({ host: '127.0.0.1', port: 0 }) }, person)
  await until(() => heard.events === 1)
  heard.leave()
  await gone
  await app.close()
  expect(written).toEqual([])
})
