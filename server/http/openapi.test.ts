import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { hasPart } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { problems } from '#contract/problems.ts'
import { buildScreens } from '#tests/kit/shop-process.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { declaredCalls } from './declared-calls.ts'

const server = await startTestServer()
const calls = await declaredCalls('USD')

interface Operation {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}
const { json: document, headers } = await server.send('GET', '/api/openapi.json')
const paths = document.paths as Record<string, Record<string, Operation>>

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 in JSON, and every reference in it leads somewhere', () => {
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Dogear API', version: expect.any(String) } })
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) {
      const found = reference.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
      expect({ reference, found }).toMatchObject({ found: expect.any(Object) })
    }
  })

  test('has every call of the contract, once, with what it takes and gives', () => {
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    expect(new Set(ids)).toEqual(new Set(Object.keys(calls)))
    expect(ids).toHaveLength(Object.keys(calls).length)
    for (const [name, call] of Object.entries(calls)) {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
      const operation = paths[path]?.[call.method.toLowerCase()]
      expect({ name, id: operation?.operationId }).toEqual({ name, id: name })
      const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? []
      expect(inPath.map((parameter) => parameter.name)).toEqual([...call.path.matchAll(/:(\w+)/g)].map(([, id]) => id))
      expect(inPath.every(({ required }) => required)).toBe(true)
      expect(operation?.security).toHaveLength(call.access === 'anyone' ? 0 : call.access === 'proof-or-member' ? 2 : 1)
      for (const code of call.refusals) expect(operation?.responses[problems[code].status]?.description).toContain(code)
    }
  })

  test('says what is sent in the words of the wire', () => {
    const body = paths['/api/add-product']?.post?.requestBody?.content['application/json']?.schema
    expect(body).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['book_name', 'resalePrice', 'book_img']),
      properties: { resalePrice: { type: 'string' }, yearOfPurchase: { type: 'string' } },
    })
    expect(paths['/api/images']?.post?.requestBody?.content).toHaveProperty('multipart/form-data')
  })

  const product = ['book_name', 'book_writer', 'book_img', 'category_name', 'description', 'location', 'originalPrice']
  product.push('resalePrice', 'yearOfPurchase', 'mobileNumber', 'condition')
  const IGNORED = /^Accepted and ignored\. ./
  test.each([
    ['post', '/signup', ['name', 'email', 'checked'], ['password', 'userIdFirebase', 'emailVerified']],
    ['post', '/add-product', product, ['email', 'sellerName', 'available', 'advertise', 'postTime']],
    ['put', '/my-books/{id}', ['advertise'], []],
    ['patch', '/my-books/{id}', product, []],
    ['post', '/create-payment-intent', ['resalePrice'], []],
    ['post', '/payments', ['transactionId', 'orderInfoId'], ['resalePrice', 'email']],
    ['put', '/makeorderpaid/{orderId}', ['isPaid'], []],
    ['post', '/buy-now', ['bookData', 'phone', 'meetingLocation'], ['name', 'email']],
    ['put', '/buy-now/{bookId}', [], ['bookData', 'name', 'email', 'phone', 'meetingLocation']],
  ])(
    '%s %s names every field of the specification, and which of them decide nothing [openapi-1]',
    (method, path, read, ignored) => {
      const schema = paths[`/api${path}`]?.[method]?.requestBody?.content['application/json']?.schema as {
        properties: Record<string, { description?: string }>
      }
      const isIgnored = (name: string) => IGNORED.test(schema.properties[name]?.description ?? '')
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...read, ...ignored]))
      expect(Object.keys(schema.properties).filter(isIgnored)).toEqual(ignored)
    },
  )

  test('has an example of each body, which the call takes', () => {
    for (const [name, call] of Object.entries(calls).filter(([, call]) => hasPart(call, 'body'))) {
      expect({ name, error: z.safeDecode(call.body, call.example).error }).toEqual({ name, error: undefined })
      const { requestBody } = paths[`/api${call.path.replace(/:(\w+)/g, '{$1}')}`]![call.method.toLowerCase()]!
      expect(requestBody!.content['application/json']!.example).toEqual(call.example)
    }
  })

  test('has examples that no browser loads', async () => {
    await buildScreens()
    const assets = path.join('build', (await readFile('build/current', 'utf8')).trim(), 'client/assets')
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(20)
    for (const name of scripts) {
      const script = await readFile(path.join(assets, name), 'utf8')
      const found = Object.values(exampleIds).filter((one) => script.includes(one))
      expect({ name, found }).toEqual({ name, found: [] })
    }
  })

  test('says which bodies may be left out', () => {
    const required = (method: string, path: string) => paths[`/api${path}`]?.[method]?.requestBody?.required
    expect(required('put', '/my-books/{id}')).toBe(false)
    expect(required('post', '/jwt')).toBe(true)
    expect(required('post', '/signup')).toBe(true)
  })
})

describe('the page of the API', () => {
  test('can be read without scripts and names every call and every refusal', async () => {
    const page = await server.send('GET', '/api/docs')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).not.toContain('<script')
    for (const { method, path } of Object.values(calls))
      expect(page.text).toContain(`${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
    for (const code of Object.keys(problems)) expect(page.text).toContain(`id="problem-${code}"`)
  })

  test('has the words of the screens for emails and reservations', async () => {
    const { text } = await server.send('GET', '/api/docs')
    expect(text.match(/\b(mails|mailed|holds?|held|lapsed?|lapses|shelf)\b/gi)).toBeNull()
  })

  test('is where a refusal’s type leads', async () => {
    const { json } = await server.send('GET', '/api/my-books')
    const [address = '', anchor = ''] = (json.type as string).split('#')
    expect((await server.send('GET', address)).text).toContain(`id="${anchor}"`)
  })
})
