import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

type Batch = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

const AROUND = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Stands in for an OpenTelemetry collector. */
async function startCollector() {
  const spans: SentSpan[] = []
  const asked: { path: string | undefined; authorization: string | undefined }[] = []
  const collector = createServer((request, response) => {
    asked.push({ path: request.url, authorization: request.headers.authorization })
    void json(request).then((batch) => {
      spans.push(...(batch as Batch).resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  afterwards(async () => void collector.close())
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
  }
  return { spans, asked, env }
}

const ofSpan = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

test('an order is followed from the request through its statements to the emails that it led to', async () => {
  const { spans, asked, env } = await startCollector()
  const server = await startTestServer({ env, jobs: true })
  const [seller, buyer] = [await anAccount(server.services, 'seller'), await anAccount(server.services, 'buyer')]
  const body = buyNowBody(await aBook(server.services, seller))
  const traceparent = AROUND
  const bought = await server.send('POST', '/api/buy-now', { token: buyer.token, body, headers: { traceparent } })
  const ids = { 'dogear.reqId': bought.headers.get('x-request-id'), 'dogear.orderId': bought.json.insertedId }
  const sent = () => spans.filter(({ name }) => name === 'send_mail')
  await until(() => sent().length > 0)
  await server.close()

  const request = spans.find(({ name }) => name === 'POST /api/buy-now')!
  expect(ofSpan(request)).toMatchObject({ ...ids, 'dogear.accountId': buyer.id, 'http.response.status_code': 200 })
  // A stranger's header.
  expect(request.parentSpanId ?? '').toBe('')
  expect(AROUND).not.toContain(request.traceId)
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(below.map((span) => ofSpan(span)['db.query.text'])).toContainEqual(
    expect.stringContaining('INSERT INTO orders'),
  )
  expect(below.map(({ traceId }) => traceId)).toEqual(below.map(() => request.traceId))
  expect(ofSpan(sent()[0]!)).toMatchObject({ 'dogear.reqId': ids['dogear.reqId'] })
  expect(asked[0]).toEqual({ path: '/v1/traces', authorization: 'Bearer of-the-collector' })
  for (const { email } of [seller, buyer]) expect(JSON.stringify(spans)).not.toContain(email)
})

test('below the span of a proxy that is trusted; what providers are asked is traced, too', async () => {
  const { spans, env } = await startCollector()
  const server = await startTestServer({ env: { ...env, TRUST_PROXY: '1', OPEN_LIBRARY_URL: 'http://127.0.0.1:9' } })
  const { token } = await anAccount(server.services, 'seller')
  await server.send('GET', '/api/editions?isbn=9780306406157', { token, headers: { traceparent: AROUND } })
  await server.close()
  const request = spans.find(({ name }) => name === 'GET /api/editions')!
  expect(AROUND).toBe(`00-${request.traceId}-${request.parentSpanId}-01`)
})

test('a collector that is away is told of once, and hinders nothing', async () => {
  const server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
  expect((await server.send('GET', '/api/all-books')).status).toBe(200)
  await server.close()
  expect(server.logged.filter((line) => line.includes('the collector takes none'))).toHaveLength(1)
})
