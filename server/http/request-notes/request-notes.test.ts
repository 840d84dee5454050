import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { JobHelpers } from 'graphile-worker'
import { expect, test } from 'vitest'
import { jobOutages } from '#server/jobs/job-outages.ts'
import { jobWatch } from '#server/jobs/job-watch.ts'
import { taskList } from '#server/jobs/task-list.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { anOrder, openPayment } from '#tests/kit/paying.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { shortenedClient } from '../client-of.ts'

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
    expect(linesOf(requestId)[0]).toContain(`"accountId":"${order.buyer.id}","orderId":"${order.id}"`)
  }
})

test('and on to what was left to do afterwards: each job has the number of the request that booked it', async () => {
  const [seller, buyer] = [await anAccount(server.services, 'seller'), await anAccount(server.services, 'buyer')]
  const body = buyNowBody(await aBook(server.services, seller))
  const bought = await server.send('POST', '/api/buy-now', { token: buyer.token, body })
  const orderId = bought.json.insertedId as string
  const { rows } = await sql<{ reqId: string }>`
    SELECT payload ->> 'reqId' AS "reqId" FROM graphile_worker._private_jobs
    WHERE payload::text LIKE ${`%${orderId}%`}`.execute(server.database.db)
  const reqId = bought.headers.get('x-request-id')!
  expect(rows).toEqual([{ reqId }, { reqId }, { reqId }])
})

test('a job’s lines have its number, that of the request, and the order that it is about', async () => {
  const order = await anOrder(server)
  const { services } = server
  const outages = jobOutages(services.log)
  const tasks = taskList({ ...services, mail: { send: () => Promise.reject(new Error('no')) } }, jobWatch(), outages)
  const job = { id: '7', task_identifier: 'send_mail', attempts: 1, max_attempts: 30 }
  const params = { orderId: order.id, to: 'seller', news: 'reserved' }
  const payload = { name: 'order_news', params, reqId: '1-2-3' }
  await expect(tasks.send_mail!(payload, { job: { ...job, payload } } as JobHelpers)).rejects.toThrow('no')
  const [line] = server.logged.slice(-1)
  expect(line).toContain('a job failed')
  expect(JSON.parse(line!.slice(line!.indexOf('{')))).toMatchObject({ jobId: '7', reqId: '1-2-3', orderId: order.id })
})

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['::1', '0:0:0::'],
])('of %s the log has %s', (ip, shortened) => {
  expect(shortenedClient({ ip } as FastifyRequest)).toBe(shortened)
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
