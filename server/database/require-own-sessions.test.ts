import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { openLongSession } from '#server/backup/long-session.ts'
import { openPool } from './open-pool.ts'
import { requireOwnSessions } from './require-own-sessions.ts'

const database = await testDatabase()

test('the server itself keeps our settings', async () => {
  await expect(requireOwnSessions(database.pool)).resolves.toBeUndefined()
})

test('a pooler in session mode is as good, which takes no settings at the start of a session', async () => {
  const url = await aSessionPooler()
  const pool = openPool(url, { name: 'dogear', max: 2, settings: { jit: 'off' } })
  onTestFinished(() => pool.end())
  await expect(requireOwnSessions(pool)).resolves.toBeUndefined()
  expect(await settingsOf(pool)).toEqual({ jit: 'off', statement_timeout: '15s' })
  const session = await openLongSession(url, 'dogear backup')
  expect(await settingsOf(session)).toMatchObject({ statement_timeout: '0' })
  await session.end()
})

test('sessions that share processes of the server are refused in words, as a pooler in transaction mode has them', async () => {
  const pids = [1, 1, 2]
  const query = async (sql: string) => ({ rows: sql.includes('pid') ? [{ pid: pids.shift() }] : [] })
  const pool = { connect: async () => ({ query, release: () => {} }) } as unknown as Pool
  await expect(requireOwnSessions(pool)).rejects.toThrow('a connection pooler in transaction or statement mode')
})

test('a pooler in statement mode, which has no transactions, is refused in the same words', async () => {
  const query = async (sql: string) => {
    if (sql === 'BEGIN') throw new Error('transaction blocks not allowed in statement pooling mode')
    return { rows: [] }
  }
  const pool = { connect: async () => ({ query, release: () => {} }) } as unknown as Pool
  await expect(requireOwnSessions(pool)).rejects.toThrow('a connection pooler in transaction or statement mode')
})

async function settingsOf(client: { query(sql: string): Promise<{ rows: unknown[] }> }): Promise<unknown> {
  const { rows } = await client.query(
    "SELECT current_setting('jit') AS jit, current_setting('statement_timeout') AS statement_timeout",
  )
  return rows[0]
}

/** Proxy to the tests' server that refuses `options` in the startup message, as PgBouncer does. */
async function aSessionPooler(): Promise<string> {
  const { hostname, port } = new URL(database.url)
  const pooler: Server = createServer((client) => {
    const server = connect(Number(port), hostname)
    client.once('data', (start: Buffer) => {
      if (start.includes('\0options\0')) return client.destroy()
      server.write(start)
      client.pipe(server).pipe(client)
    })
    for (const socket of [client, server])
      socket.on('error', () => {}).on('close', () => (client.destroy(), server.destroy()))
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => void pooler.close())
  const url = new URL(database.url)
  url.port = String((pooler.address() as AddressInfo).port)
  return url.href
}
