import fastify from 'fastify'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { namesById, defineCall, usualRefusals } from '#contract/call.ts'
import { problems, Refusal, refuse, refuseWith, unlessRefused, type Refuses } from '#contract/problems.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { serveCalls, type Serve } from './call-route.ts'
import { declaredCalls } from './declared-calls.ts'
import { answerError } from './problem-responses.ts'

const planted = defineCall({
  method: 'POST',
  path: '/planted',
  access: 'anyone',
  summary: 'Refuses as it is told',
  answer: z.object({ done: z.boolean() }),
  refusals: ['not_found', 'book_sold'],
})

async function sellOnce(services: Refuses<'book_sold'>): Promise<{ done: boolean }> {
  return services.refuse('book_sold', 'Sold before.')
}
async function payOnce(services: Refuses<'book_sold' | 'not_paid'>): Promise<{ done: boolean }> {
  return services.refuse('not_paid', 'Nobody paid.')
}

// Never run: type checking is the test.
export function routesThatCompileOrNot(serve: Serve, within: Refuses<'book_sold'>): void {
  serve(planted, (services) => sellOnce(services))
  // @ts-expect-error: `not_paid` is not declared, and the use case may refuse it.
  serve(planted, (services) => payOnce(services))
  // @ts-expect-error: nor may the route refuse it itself.
  serve(planted, async (services) => services.refuse('not_paid', 'Nobody paid.'))
  // @ts-expect-error: a use case can't call another that may refuse more.
  void payOnce(within)
  // @ts-expect-error: what a call has to declare is refused through the services only.
  void (() => refuse('not_paid', 'Nobody paid.'))
}

const server = await startTestServer()
const calls = await declaredCalls('USD')

async function aPlantedServer(strict: boolean) {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
  app.decorateRequest('caller')
  app.decorate('noteOutage', () => false)
  app.setErrorHandler(answerError)
  serveCalls(app, server.services, { strict })(planted, async () => refuseWith('not_paid', 'Nobody paid.'))
  const answer = await app.inject({ method: 'POST', url: '/api/planted' })
  await app.close()
  return { status: answer.statusCode, code: answer.json<{ code: string }>().code, lines }
}

const UNDECLARED = 'POST /planted refused not_paid, which its declaration doesn’t name'

describe('a refusal that types did not see and its call does not declare', () => {
  test('is an error in tests', async () => {
    const { status, code, lines } = await aPlantedServer(true)
    expect([status, code]).toEqual([500, 'internal'])
    expect(lines.join('')).toContain(UNDECLARED)
  })

  test('is answered in a shop, and logged', async () => {
    const { status, code, lines } = await aPlantedServer(false)
    expect([status, code]).toEqual([409, 'not_paid'])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(UNDECLARED)
  })
})

describe('what calls declare', () => {
  test('a call that names something by its id may not find it', () => {
    const byId = Object.values(calls).filter(namesById)
    expect(byId.length).toBeGreaterThan(5)
    for (const call of byId) expect(call).toMatchObject({ refusals: expect.arrayContaining(['not_found']) })
  })

  test('is what OpenAPI names, with the usual, and nothing else', async () => {
    const { json: document } = await server.send('GET', '/api/openapi.json')
    const operations = Object.values<Record<string, { operationId: string; responses: object }>>(document.paths)
    const named = operations.flatMap((methods) =>
      Object.values(methods).map(({ operationId, responses }) => [operationId, codesIn(responses)] as const),
    )
    const declared = Object.entries(calls).map(
      ([name, call]) => [name, new Set([...usualRefusals(call), ...call.refusals])] as const,
    )
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(declared))
  })
})

const codesIn = (responses: object) =>
  new Set(Object.keys(problems).filter((code) => new RegExp(`\\b${code}: `).test(JSON.stringify(responses))))

describe('unlessRefused', () => {
  test('ends quietly when the work is refused, and goes on failing otherwise', async () => {
    await expect(unlessRefused(sellOnce)).resolves.toBeUndefined()
    await expect(unlessRefused(async () => Promise.reject(new Error('a disk')))).rejects.toThrow('a disk')
    expect(() => refuseWith('not_paid', 'Nobody paid.')).toThrow(Refusal)
  })
})
