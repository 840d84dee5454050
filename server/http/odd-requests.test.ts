import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { talk } from '#tests/kit/talk.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

const thrown: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  text: 'it broke',
  number: 404,
  object: { message: undefined },
  'without-words': Object.create(null),
}

/** Routes that throw odd values. */
function throwing(app: FastifyInstance): void {
  app.get<{ Params: { what: string } }>('/throws/:what', async ({ params }) => {
    throw thrown[params.what]
  })
}

const folder = await aFolder()
await writeFile(path.join(folder, 'ten.txt'), '0123456789')
const everyPath = (app: FastifyInstance) => app.get('/*', async () => 'a page')
const files = (app: FastifyInstance) => app.register(serveStatic, { root: folder, prefix: '/files' })
const server = await startTestServer({ plugins: [throwing, everyPath, files] })

/** Sends a request as plain text; returns status, headers in lower case, and the problem. */
async function ask(requestLine: string, headers: string[] = ['host: shop']) {
  const head = [requestLine, ...headers, 'connection: close'].join('\r\n')
  const heard = await talk(server, (socket) => socket.write(`${head}\r\n\r\n`))
  const [top = '', body = ''] = heard.split('\r\n\r\n')
  const problem =
    body !== '' && top.includes('application/problem+json') ? (JSON.parse(body) as Record<string, unknown>) : null
  return { status: Number(top.split(' ')[1]), headers: top.toLowerCase(), problem }
}

describe('a request that asks for no path', () => {
  test.each([
    'ftp://shop/about',
    `ftp://${'a'.repeat(15_000)}`,
    'urn:books',
    '*',
    'about',
    'shop:80',
    'https:/about',
    'httpx://shop/about',
  ])('%s is refused before anything looks at it', async (target) => {
    const { status, problem, headers } = await ask(`GET ${target} HTTP/1.1`)
    expect({ status, problem }).toMatchObject({ status: 422, problem: { code: 'invalid_input', status: 422 } })
    expect(headers).toContain(`x-request-id: ${String(problem?.requestId)}`)
    expect(headers).toContain('x-content-type-options: nosniff')
  })

  test('is refused for every method', async () => {
    for (const method of ['OPTIONS', 'HEAD', 'POST', 'DELETE'])
      expect((await ask(`${method} * HTTP/1.1`)).status).toBe(422)
  })

  test.each(['//shop/about', '/ftp://shop', 'http://elsewhere.example/about', 'HTTPS://elsewhere.example', '/%0a'])(
    '%s does ask for one',
    async (target) => {
      expect((await ask(`GET ${target} HTTP/1.1`)).status).toBe(200)
    },
  )
})

describe('what Node would answer by itself, without a word', () => {
  test('no Host is a problem of ours, where HTTP wants one', async () => {
    expect(await ask('GET /api/health HTTP/1.1', [])).toMatchObject({ status: 422, problem: { code: 'invalid_input' } })
    expect((await ask('GET /api/health HTTP/1.0', [])).status).toBe(200)
  })

  test('an expectation is a problem of ours; to go on with the body is none', async () => {
    const asked = await ask('GET /api/health HTTP/1.1', ['host: shop', 'expect: the-unexpected'])
    expect(asked).toMatchObject({ status: 417, problem: { code: 'expectation_failed', status: 417 } })
    expect(asked.headers).toContain('x-content-type-options: nosniff')
    expect((await ask('GET /api/health HTTP/1.1', ['host: shop', 'expect: 100-continue'])).status).toBe(100)
  })

  test('a part of a file that is not there is 416, with how long the file is', async () => {
    const part = (range: string) => server.send('GET', '/files/ten.txt', { headers: { range } })
    expect(await part('bytes=2-3')).toMatchObject({ status: 206, text: '23' })
    const none = await part('bytes=20-')
    expect(problemOf(none)).toMatchObject({ status: 416, code: 'range_not_satisfiable' })
    expect(none.headers.get('content-range')).toBe('bytes */10')
    expect(none.headers.get('cache-control')).toBe('no-store')
  })
})

test.each(Object.keys(thrown))('whatever is thrown is a problem of ours: %s', async (what) => {
  expect(problemOf(await server.send('GET', `/throws/${what}`))).toMatchObject({ status: 500, code: 'internal' })
})
