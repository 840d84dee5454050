import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { applyInside, readMigrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/open-database.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { testDatabase } from '#tests/kit/database.ts'

const options = { makeIdentityTables, say: () => {} }
const embedded = { kind: 'embedded' as const }
const folder = await mkdtemp(path.join(tmpdir(), 'dogear-cut-off-'))
await chmod(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A shop of the first version with migrations 1 to 7, and one book in it; its backup. */
async function oldBackup(): Promise<string> {
  const { url, pool, close } = await testDatabase({ migrated: false })
  const client = await pool.connect()
  await client.query('BEGIN')
  await applyInside(client, (await readMigrations()).slice(0, 7))
  await client.query('COMMIT')
  await client.query(`WITH seller AS (
      INSERT INTO accounts (identity_id, email, role) VALUES ('a', 'ida@example.org', 'seller') RETURNING id)
    INSERT INTO books (seller_id, title, author, category, original_price, resale_price, currency, year_of_purchase)
    SELECT id, 'Salt and Tide', 'Ada Winter', 'novel-book', 240000, 120000, 'JPY', 2019 FROM seller`)
  client.release()
  const file = path.join(folder, 'old.tar.gz')
  await takeBackup({ databaseUrl: url, dataDir: path.join(folder, 'none') }, file, { now: new Date() })
  await close()
  return file
}
const file = await oldBackup()

/** A restore in a program of its own that comes to the middle and stays there. */
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
  // Also when the test fails: whoever runs the tests waits for all that writes to where they write.
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (said: Buffer) => said.includes('halfway') && resolve())
    child.once('exit', () => reject(new Error('it ended before its time')))
  })
  return child
}

test('a restore that was killed is done again, by itself alone, and an older shop arrives up to date', async () => {
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
    // Yen have no hundredths since.
    expect(rows).toEqual([{ title: 'Salt and Tide', resale_price: 1200 }])
    const applied = await shop.pool.query('SELECT name FROM schema_migrations')
    expect(applied.rowCount).toBe((await readMigrations()).length)
    expect(said).toEqual([])
  } finally {
    await shop.close()
  }
  expect(await readFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), 'utf8')).toMatch(/^\d+/)
}, 240_000)
