import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { openDatabase } from '#server/open-database.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { lastMigratedDatabase } from '#tests/kit/database.ts'

const options = { makeIdentityTables, say: () => {} }
const embedded = { kind: 'embedded' as const }
const folder = await aFolder()

/** Backup of a shop with one book, at the last migrations before the first release or an earlier one. */
async function oldBackup(name: string, { without = '' } = {}): Promise<string> {
  const { url, pool, close } = await lastMigratedDatabase()
  await makeIdentityTables(url)
  if (without) await pool.query('DELETE FROM schema_migrations WHERE name = $1', [without])
  await pool.query(`WITH seller AS (
      INSERT INTO accounts (identity_id, email, role) VALUES ('a', 'ida@example.org', 'seller') RETURNING id)
    INSERT INTO books (seller_id, title, author, category, original_price, resale_price, currency, year_of_purchase)
    SELECT id, 'Salt and Tide', 'Ada Winter', 'novel-book', 2400, 1200, 'JPY', 2019 FROM seller`)
  const file = path.join(folder, name)
  await takeBackup({ databaseUrl: url, dataDir: path.join(folder, 'none') }, file, { now: new Date() })
  await close()
  return file
}
const file = await oldBackup('last.tar.gz')

/** A restore in a process of its own that stops in the middle. */
async function halfway(dataDir: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { restoreBackup } from '#server/backup/restore-backup.ts'
       const stay = () => { console.log('halfway'); return new Promise(() => void setInterval(() => {}, 1e6)) }
       await restoreBackup(${JSON.stringify(file)}, { dataDir: ${JSON.stringify(dataDir)}, database: { kind: 'embedded' } },
         { makeIdentityTables: stay, say: () => {} })`,
    ],
    { cwd: path.resolve(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // Also on failure: the run waits for every process that writes to its folder.
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (said: Buffer) => said.includes('halfway') && resolve())
    child.once('exit', () => reject(new Error('it ended before its time')))
  })
  return child
}

test('a restore that was killed is done again, by itself alone, and a shop from before the first release arrives adopted', async () => {
  const dataDir = path.join(folder, 'data')
  const child = await halfway(dataDir)
  const again = () => restoreBackup(file, { dataDir, database: embedded }, options)
  await expect(again()).rejects.toThrow(new RegExp(`npm run restore \\(pid ${child.pid}\\) is at work in`))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  const start = openDatabase({ dataDir, database: embedded }, { as: 'shop', program: 'a test', say: () => {} })
  await expect(start).rejects.toThrow('was cut off; run npm run restore')

  await again()
  expect(await readdir(dataDir)).toEqual(['postgres'])
  const said: string[] = []
  const shop = await openDatabase(
    { dataDir, database: embedded },
    { as: 'shop', program: 'a test', say: (line) => void said.push(line) },
  )
  try {
    const { rows } = await shop.pool.query('SELECT title, resale_price FROM books')
    expect(rows).toEqual([{ title: 'Salt and Tide', resale_price: 1200 }])
    const applied = await shop.pool.query('SELECT name, sha256 FROM schema_migrations ORDER BY name')
    expect(applied.rows).toEqual((await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 })))
    expect(said).toEqual([])
  } finally {
    await shop.close()
  }
  expect(await readFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), 'utf8')).toMatch(/^\d+/)
}, 240_000)

test('the backup of an older shop is refused in words that say which commit restores it', async () => {
  const older = await oldBackup('older.tar.gz', { without: '0071-brought-lists.sql' })
  const dataDir = path.join(folder, 'older')
  await expect(restoreBackup(older, { dataDir, database: embedded }, options)).rejects.toThrow(
    `${older} is older than this Dogear can update: 0071-brought-lists.sql didn't run there. Let commit 7cba2cfc`,
  )
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
})
