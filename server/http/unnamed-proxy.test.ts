import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { noteUnnamedProxy } from './unnamed-proxy.ts'

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

/** Warnings logged after each address has sent a proxied request. */
async function warnings(trustProxy: false | number, addresses: string[], headers: Record<string, string> = forwarded) {
  const stream = new PassThrough()
  const app = Fastify({ logger: { level: 'warn', stream } })
  noteUnnamedProxy(app, trustProxy)
  for (const remoteAddress of addresses) await app.inject({ url: '/', headers, remoteAddress })
  return String(stream.read() ?? '').split('TRUST_PROXY is not set').length - 1
}

test('a proxy that no setting names is logged once', async () => {
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '172.18.0.5', '192.168.1.1', '::ffff:10.0.0.2', 'fd00::7'])
    expect([address, await warnings(false, [address, address])]).toEqual([address, 1])
})

test('nothing is said where it is named, where there is none, or of what a stranger writes', async () => {
  expect(await warnings(1, ['127.0.0.1'])).toBe(0)
  expect(await warnings(false, ['127.0.0.1'], {})).toBe(0)
  expect(await warnings(false, ['203.0.113.9', '2001:db8::1'])).toBe(0)
})
