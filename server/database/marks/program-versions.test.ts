import { expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { listVersions, noteVersion } from './program-versions.ts'

const { pool } = await testDatabase()
const listed = async () => (await listVersions(pool)).map(({ version, migrations }) => `${version} ${migrations}`)

test('a version is noted when it comes, when it changes the database, and when an older one comes back', async () => {
  await noteVersion(pool, '0.1.0', ['0071-schema', '0072-more.sql'])
  await noteVersion(pool, '0.1.0', [])
  expect(await listed()).toEqual(['0.1.0 2'])
  await noteVersion(pool, '0.2.0', [])
  await noteVersion(pool, '0.2.0', ['0073-most.sql'])
  await noteVersion(pool, '0.1.0', [])
  expect(await listed()).toEqual(['0.1.0 0', '0.2.0 1', '0.2.0 0', '0.1.0 2'])
  expect((await listVersions(pool))[0]!.since.getTime()).toBeGreaterThan(0)
})

test('programs that start at once note it once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => noteVersion(pool, '0.3.0', [])))
  expect((await listed()).slice(0, 2)).toEqual(['0.3.0 0', '0.1.0 0'])
})
