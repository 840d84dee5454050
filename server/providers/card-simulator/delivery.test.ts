import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { cardForm, startCardSimulator } from '#tests/port-suites/card-simulator-server.ts'
import { until } from '#tests/kit/until.ts'

type Simulator = Awaited<ReturnType<typeof startCardSimulator>>

const database = await testDatabase()
const running: Simulator[] = []
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.close()
  await database.pool.query('TRUNCATE card_simulator.deliveries')
})

/** Offset of the clock, moved by the test. */
let minutesLater = 0
const clock = { now: () => new Date(Date.now() + minutesLater * 60_000) }

async function start(): Promise<Simulator> {
  const simulator = await startCardSimulator({ clock, on: database })
  running.push(simulator)
  return simulator
}

async function pay(simulator: Simulator, card = '4242424242424242'): Promise<string> {
  const { body } = await simulator.shop('POST', '/payment_intents', { amount: '500', currency: 'usd' })
  const form = { client_secret: body.client_secret, ...cardForm(card) }
  await simulator.browser('POST', `/payment_intents/${body.id}/confirm`, form)
  return body.id
}

const waiting = async () => {
  const { rows } = await database.pool.query('SELECT attempts FROM card_simulator.deliveries')
  return rows.map(({ attempts }: { attempts: number }) => attempts)
}

test('each change of a payment sends a webhook event whose signature the SDK accepts', async () => {
  const simulator = await start()
  const paid = await pay(simulator)
  await simulator.shop('POST', '/refunds', { payment_intent: paid })
  const declined = await pay(simulator, '4000000000000002')
  await simulator.shop('POST', `/payment_intents/${declined}/cancel`)
  await until(async () => (await waiting()).length === 0)
  const sent = simulator.events().map((event) => [event.type, event.intentId])
  expect(sent).toHaveLength(4)
  expect(sent).toEqual(
    expect.arrayContaining([
      ['payment_intent.succeeded', paid],
      ['charge.refunded', paid],
      ['payment_intent.payment_failed', declined],
      ['payment_intent.canceled', declined],
    ]),
  )
})

test('an event that isn’t taken is retried with backoff until it is', async () => {
  const simulator = await start()
  simulator.answerEventsWith(500)
  await pay(simulator)
  await until(() => simulator.received.length === 2)
  expect(await waiting()).toEqual([2])
  simulator.answerEventsWith(204)
  await until(async () => (await waiting()).length === 0)
  const events = simulator.events()
  expect(events).toHaveLength(3)
  expect(new Set(events.map((event) => event.id)).size).toBe(1)
})

test('what waits survives a restart', async () => {
  const first = await start()
  first.answerEventsWith(500)
  const paid = await pay(first)
  await until(() => first.received.length > 0)
  await running.pop()?.close()
  expect(await waiting()).toHaveLength(1)

  minutesLater += 10
  const second = await start()
  await until(() => second.received.length > 0)
  expect(second.events()).toEqual([expect.objectContaining({ type: 'payment_intent.succeeded', intentId: paid })])
  await until(async () => (await waiting()).length === 0)
})

test('closing breaks off what is under way, and the next start begins with it', async () => {
  const first = await start()
  first.answerEventsWith('never')
  const paid = await pay(first)
  await until(() => first.received.length === 1)
  await running.pop()?.close()
  const second = await start()
  await until(() => second.received.length > 0)
  expect(second.events()).toEqual([expect.objectContaining({ intentId: paid })])
})

test('events are listed for thirty days, delivered or not', async () => {
  const simulator = await start()
  const paid = await pay(simulator)
  const listed = async () => {
    const { data } = await simulator.sdk.events.list({ type: 'payment_intent.succeeded', limit: 100 })
    return data.filter((event) => (event.data.object as { id: string }).id === paid)
  }
  expect(await listed()).toHaveLength(1)
  minutesLater += 31 * 24 * 60
  await pay(simulator)
  await until(async () => (await listed()).length === 0)
})

test('two programs on one database send nothing twice', async () => {
  const [one, other] = [await start(), await start()]
  await Promise.all(Array.from({ length: 10 }, (_, index) => pay(index % 2 ? one : other)))
  await until(async () => (await waiting()).length === 0)
  const ids = [...one.events(), ...other.events()].map((event) => event.id)
  expect(ids).toHaveLength(10)
  expect(new Set(ids).size).toBe(10)
})
