import { expect, test } from 'vitest'
import { Channel, type Peer } from './channel.ts'

/** Two ends of a connection, on which messages travel as JSON. */
function twoEnds(): [Peer, Peer] {
  const hear: ((message: unknown) => void)[] = []
  const end = (own: number, other: number): Peer => ({
    send: (message) => queueMicrotask(() => hear[other]?.(JSON.parse(JSON.stringify(message)))),
    onMessage: (receive) => void (hear[own] = receive),
  })
  return [end(0, 1), end(1, 0)]
}

test('each question gets its own answer, in whatever order they come', async () => {
  const [here, there] = twoEnds()
  const waits = Promise.withResolvers<{ count: number; endsInMs: number }>()
  void new Channel(there, {
    count: ({ key }) => (key === 'slow' ? waits.promise : { count: 1, endsInMs: 5 }),
  })
  const asking = new Channel(here, {})
  const slow = asking.ask('count', { key: 'slow', costs: 1, windowMs: 5 })
  expect(await asking.ask('count', { key: 'quick', costs: 1, windowMs: 5 })).toEqual({ count: 1, endsInMs: 5 })
  waits.resolve({ count: 7, endsInMs: 3 })
  expect(await slow).toEqual({ count: 7, endsInMs: 3 })
})

test('both ask and answer at once; a failure arrives in the other’s words', async () => {
  const [here, there] = twoEnds()
  const fails = () => {
    throw new Error('ECONNREFUSED')
  }
  const worker = new Channel(there, { open: fails, ping: () => null }, () => 'The database is gone.')
  const program = new Channel(here, { here: () => null })
  const given = { databaseUrl: '', migrations: [], googleStandIn: null }
  const opening = program.ask('open', { ...given, background: { mailFailingSince: null, backups: null } })
  await expect(opening).rejects.toThrow(/^The database is gone\.$/)
  expect(await Promise.all([program.ask('ping', null), worker.ask('here', null)])).toEqual([null, null])
})
