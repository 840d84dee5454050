import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder, openPayment } from '#tests/kit/paying.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

// No server listens there.
const server = await startTestServer({ env: { OPEN_LIBRARY_URL: 'http://127.0.0.1:9' } })

const linesOf = (reqId: string) => server.logged.filter((line) => line.includes(`"reqId":"${reqId}"`))

test('the number that a buyer reads leads to what the card provider failed in, each time', async () => {
  const order = await anOrder(server)
  await sql`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the simulator is broken'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON card_simulator.objects FOR EACH ROW EXECUTE FUNCTION fail()`.execute(
    server.database.db,
  )
  for (let turn = 0; turn < 2; turn += 1) {
    const { requestId, status } = problemOf(await openPayment(server, order))
    expect(status).toBe(503)
    expect(linesOf(requestId)).toEqual([expect.stringContaining('CardProviderError')])
  }
})

test('so does the number of a request that was answered although the provider failed', async () => {
  const { token } = await anAccount(server.services, 'seller')
  const answer = await server.send('GET', '/api/editions?isbn=9780306406157', { token })
  expect(answer.status).toBe(200)
  expect(linesOf(answer.headers.get('x-request-id')!)).toEqual([expect.stringContaining('Open Library')])
})

test('work outside of requests is logged without a request’s number', () => {
  server.services.log.warn({}, 'by itself')
  expect(server.logged.at(-1)).toBe('warn by itself {}')
})
