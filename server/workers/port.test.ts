import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { until } from '#tests/kit/until.ts'
import { Port, type Taker } from './port.ts'

let port: Port
afterEach(() => port.close())
const clients: ReturnType<typeof connect>[] = []
afterEach(() => clients.splice(0).forEach((client) => client.destroy()))

async function aPort(): Promise<void> {
  port = new Port()
  await once(port.another().listen(0, '127.0.0.1'), 'listening')
}
async function aClient() {
  const client = connect((port.address() as AddressInfo).port, '127.0.0.1')
  clients.push(client.on('error', () => {}))
  await once(client, 'connect')
  return client
}
/** Notes what it takes, under its name. */
const taker =
  (name: string, taken: string[], outcome: () => Promise<void> = async () => {}): Taker =>
  async () => {
    await outcome()
    taken.push(name)
  }

test('connections go to those who take them, in turn', async () => {
  await aPort()
  const taken: string[] = []
  port.add(taker('a', taken))
  port.add(taker('b', taken))
  for (let count = 1; count <= 4; count += 1) {
    await aClient()
    await until(() => taken.length === count)
  }
  expect(taken).toEqual(['a', 'b', 'a', 'b'])
})

test('they wait for the first, and go to another where one ends before it has them', async () => {
  await aPort()
  const taken: string[] = []
  await aClient()
  await aClient()
  const ends = Promise.withResolvers<void>()
  port.add(taker('a', taken, () => ends.promise))
  await aClient()
  port.add(taker('b', taken))
  ends.reject(new Error('killed'))
  await until(() => taken.length === 3)
  expect(taken).toEqual(['b', 'b', 'b'])
})

test('a port that closes waits until all are taken, and ends those that nobody takes', async () => {
  await aPort()
  const taken: string[] = []
  const takes = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  port.add(
    taker('a', taken, () => {
      asked.resolve()
      return takes.promise
    }),
  )
  await aClient()
  await asked.promise
  const closed = port.close()
  takes.resolve()
  await closed
  expect(taken).toEqual(['a'])

  await aPort()
  const client = await aClient()
  const ended = once(client, 'close')
  client.resume()
  await port.close()
  await ended
})
