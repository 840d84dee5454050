/* oxlint-disable no-console -- what is tested here is the watch on it */
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { expect, test, vi } from 'vitest'

const refused = "Tests don't reach the network, and this one wanted"

test('no socket connects beyond this machine, by any means of opening it', async () => {
  const failed = (socket: net.Socket) => new Promise((resolve) => socket.once('error', resolve))
  expect(String(await failed(net.connect(443, '192.0.2.1')))).toContain(`${refused} 192.0.2.1`)
  expect(String(await failed(net.connect({ host: 'example.org', port: 443 })))).toContain(`${refused} example.org`)
  expect(String(await failed(tls.connect(443, 'example.org')))).toContain(`${refused} example.org`)
  const failure = await fetch('https://example.org').catch((error: Error) => error)
  expect(String((failure as Error).cause)).toContain(`${refused} example.org`)
})

test('this machine is reached', async () => {
  const server = http.createServer((_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  expect(await (await fetch(`http://localhost:${port}`)).text()).toBe('here')
  server.close()
})

test('an error that a test expects on the console is its own affair', () => {
  const watched = vi.spyOn(console, 'error').mockImplementation(() => {})
  console.error('expected')
  expect(watched).toHaveBeenCalledWith('expected')
  watched.mockRestore()
})

// Inverted: it only passes because the guard fails it.
// oxlint-disable-next-line vitest/expect-expect
test.fails('an unexpected error fails the test', () => {
  console.error('not expected')
})
