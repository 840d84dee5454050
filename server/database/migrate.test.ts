import { expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { migrate } from './migrate.ts'

test('a second run finds nothing to do', async () => {
  const { pool, close } = await testDatabase()
  expect(await migrate(pool)).toEqual([])
  await close()
})
