import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { until } from '#tests/kit/until.ts'
import { limitConcurrency } from './limit-concurrency.ts'

const app = Fastify({ trustProxy: true })
afterEach(() => app.close())

test('who owns a whole IPv6 network has one turn of it, not one for each address', async () => {
  let arrived = 0
  app.addHook('preParsing', (_request, _reply, _body, next) => {
    arrived += 1
    next()
  })
  limitConcurrency(app, 60_000)
  const inside: string[] = []
  const ends: (() => void)[] = []
  app.get('/*', async ({ ip }) => {
    inside.push(ip)
    await new Promise<void>((resolve) => ends.push(resolve))
    return ''
  })
  const ask = async (address: string) => {
    const before = arrived
    void app.inject({ url: '/', headers: { 'x-forwarded-for': address } }).then(() => {})
    await until(() => arrived > before)
  }
  for (let turn = 0; turn < 6; turn++) await ask('192.0.2.1')
  for (const address of ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3', '2001:db8:2::1']) await ask(address)
  expect(inside).toHaveLength(6)
  for (const left of [0, 1]) {
    ends[left]!()
    await until(() => inside.length === 7 + left)
  }
  expect(inside.slice(6)).toEqual(['2001:db8:1:1::1', '2001:db8:2::1'])
  for (const end of ends) end()
})
