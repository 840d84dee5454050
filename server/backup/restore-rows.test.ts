import path from 'node:path'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeJobTables } from '#server/database/make-job-tables.ts'
import { migrate, readApplied } from '#server/database/migrate.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { openLongSession } from './long-session.ts'
import { putClusterBack, setClusterAside, setSchemasAside } from './set-aside.ts'
import { restoreRows } from './restore-rows.ts'
import { takeBackup } from './take-backup.ts'

test('rows come back into a database whose own were put aside, where they stay', async () => {
  const { pool, url } = await testDatabase({ migrated: false })
  await migrate(pool)
  await makeJobTables(pool)
  const people = async (schema = 'public') =>
    (await pool.query<{ email: string }>(`SELECT email FROM ${schema}.accounts ORDER BY 1`)).rows.map(
      ({ email }) => email,
    )
  const add = (email: string) =>
    pool.query("INSERT INTO accounts (identity_id, email, role) VALUES ($1, $1, 'seller')", [email])
  await add('ida@example.org')
  const folder = await aFolder()
  const file = path.join(folder, 'before.tar.gz')
  await takeBackup({ databaseUrl: url, dataDir: folder }, file, { now: new Date() })
  const list = await readApplied(pool)
  await add('lost@example.org')
  await pool.query('ALTER TABLE accounts DROP COLUMN time_zone')

  const options = { makeIdentityTables, say: () => {} }
  await expect(restoreRows(file, url, options)).rejects.toThrow('The database is not empty')
  const session = await openLongSession(url, 'a test')
  const aside = await setSchemasAside(session, new Date('2026-11-28T10:00:00Z'))
  await session.end()
  expect(aside).toEqual(expect.arrayContaining(['aside_20261128100000_public', 'aside_20261128100000_search']))
  await restoreRows(file, url, options)
  expect(await people()).toEqual(['ida@example.org'])
  expect(await people('aside_20261128100000_public')).toEqual(['ida@example.org', 'lost@example.org'])
  expect(await readApplied(pool)).toEqual(list)
  // The shop opens on it.
  expect(await migrate(pool)).toEqual([])
})

test('a cluster goes aside and back into its place, and nothing is deleted', async () => {
  const dataDir = await aFolder()
  await mkdir(path.join(dataDir, 'postgres'))
  await writeFile(path.join(dataDir, 'postgres/old'), '')
  const now = new Date('2026-11-28T10:00:00Z')
  const aside = await setClusterAside(dataDir, now)
  expect(await readdir(path.join(dataDir, 'postgres'))).toEqual([])
  await writeFile(path.join(dataDir, 'postgres/new'), '')
  const left = await putClusterBack(dataDir, aside, now)
  expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(['old'])
  expect(await readdir(left)).toEqual(['new'])
})
