import { Pool } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { requireOwnSessions } from './require-own-sessions.ts'

const database = await testDatabase()
afterAll(database.close)

test('the server itself keeps our settings', async () => {
  await expect(requireOwnSessions(database.pool)).resolves.toBeUndefined()
})

test('sessions without our settings are refused in words, as a pooler in transaction mode hands them out', async () => {
  const pool = new Pool({ connectionString: database.url })
  onTestFinished(() => pool.end())
  await expect(requireOwnSessions(pool)).rejects.toThrow('a connection pooler in transaction mode')
})
