import { describe, expect, test } from 'vitest'
import { startTestServer } from '#tests/kit/test-server.ts'
import { Drain } from './drain.ts'

/** Longer than any test. */
const LONG_MS = 3_600_000

describe('an instance that is about to close', () => {
  test('isn’t ready for its load balancer, and answers all who still come', async () => {
    const drain = new Drain(1, LONG_MS)
    const { send } = await startTestServer({ drain })
    for (let check = 0; check < 2; check += 1) expect((await send('GET', '/api/ready')).status).toBe(200)
    const over = drain.begin()
    expect(await send('GET', '/api/ready')).toMatchObject({
      status: 503,
      json: { detail: 'This instance is closing; it still answers for a moment.' },
    })
    expect((await send('GET', '/api/health')).status).toBe(200)
    expect((await send('GET', '/api/all-books')).status).toBe(200)
    for (let check = 0; check < 2; check += 1) expect((await send('GET', '/api/ready')).status).toBe(503)
    await over
  })

  test('closes after a while though its load balancer asks no more', async () => {
    const drain = new Drain(1, 1)
    drain.noteCheck()
    drain.noteCheck()
    await expect(drain.begin()).resolves.toBeUndefined()
  })

  test.each([0, 1])('waits for nobody where a monitor asked %i times', async (checks) => {
    const drain = new Drain(LONG_MS, LONG_MS)
    for (let check = 0; check < checks; check += 1) drain.noteCheck()
    await expect(drain.begin()).resolves.toBeUndefined()
  })
})
