import { mkdir, writeFile, truncate, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backupName } from '#server/backup/backup-folder.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { readConfig } from '#server/config.ts'
import { HOUR_MS } from '#contract/duration.ts'
import { connect } from '#server/database/connect.ts'
import { makeJobTables } from '#server/database/make-job-tables.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { writeLastTrial } from '#server/backup/trial/last-trial.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import type { Finding } from '#server/ports/finding.ts'
import { checkAddress, checkComing } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase, checkMigrations } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkJobs } from './check-jobs.ts'
import { hasFault, runChecks } from './run-checks.ts'
import { reportLines, summaryWords } from './report-words.ts'

const states = (findings: readonly Finding[]) => findings.map(({ state }) => state)
const said = (findings: readonly Finding[]) => findings.map(({ found }) => found).join('\n')
const voice = { hide: (text: string) => text.replaceAll('a-secret', '…'), explain: (error: unknown) => String(error) }

describe('running checks', () => {
  const ok = { state: 'ok' as const, found: 'All is well.', advice: '' }

  test('each is reported, in order: one that throws or is silent keeps no other', async () => {
    const reports = await Promise.all(
      runChecks(
        [
          { name: 'settings', run: async () => [ok] },
          { name: 'emails', run: async () => Promise.reject(new Error('it says a-secret\n    at somewhere')) },
          { name: 'cards', run: () => new Promise(() => {}), withinMs: 5 },
          { name: 'sign-in', run: async () => [ok, { state: 'warning', found: 'Hm: a-secret', advice: 'Do\nthis.' }] },
          { name: 'pictures', run: async () => [{ ...ok, state: 'skipped' }] },
        ],
        voice,
      ),
    )
    expect(reports.map(({ number, state }) => [number, state])).toEqual([
      [1, 'ok'],
      [2, 'fault'],
      [3, 'fault'],
      [4, 'warning'],
      [5, 'skipped'],
    ])
    const text = reports.map(reportLines).join('\n')
    expect(text).toContain(' 2. Emails: fault\n    ! Error: it says …\n      What to do: ')
    expect(text).toContain(' 3. Cards: fault\n    ! No answer within 0.005 s.')
    expect(text).toContain('    ? Hm: …\n      What to do: Do this.')
    expect(text).not.toMatch(/a-secret|at somewhere/)
    expect(summaryWords(reports)).toBe('5 checks: 1 ok, 1 skipped, 1 with a warning, 2 with a fault.')
    expect([hasFault(reports), hasFault(reports.slice(3))]).toEqual([true, false])
  })
})

describe('the database', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://shop@127.0.0.1/shop' })

  test('says what it is; a server that loses acknowledged orders is a fault', async () => {
    const { pool } = await testDatabase()
    const findings = await checkDatabase(pool, config)
    expect(said(findings)).toMatch(/^PostgreSQL \d+\.\d+, as \w+; the database has \d/)
    expect(said(findings)).toMatch(
      /\nIt answers in [\d.]+ ms\.\n\d+ of \d+ connections are in use, and this shop takes 12 at/,
    )
    // The tests' own cluster is made so, to be fast.
    const { rows } = await pool.query<{ fsync: string }>('SHOW fsync')
    const durable = findings.filter(({ found }) => found.includes('fsync'))
    expect(states(durable)).toEqual(rows[0]!.fsync === 'off' ? ['fault'] : [])
  })

  test('that takes no writes, or fewer connections than the shop, is a fault', async () => {
    const { pool, url } = await testDatabase()
    const name = new URL(url).pathname.slice(1)
    await pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT 11`)
    const later = connect(url, { max: 2 })
    onTestFinished(() => later.close())
    const faults = (await checkDatabase(later.pool, config)).filter(({ state }) => state === 'fault')
    expect(said(faults)).toContain('It takes no writes.')
    expect(said(faults)).toMatch(/\d+ of 11 connections are in use, and this shop takes 12 at most/)
  })

  test('has this program’s migrations, or waits for some, or is a newer program’s', async () => {
    const { pool } = await testDatabase()
    expect(await checkMigrations(pool)).toMatchObject([{ state: 'ok' }])
    const last = `SELECT max(name) FROM schema_migrations`
    await pool.query(`UPDATE schema_migrations SET name = '9999-later', kind = 'contract' WHERE name = (${last})`)
    expect(await checkMigrations(pool)).toMatchObject([
      { state: 'fault', found: expect.stringContaining('made by a newer Dogear (it knows 9999-later)') },
    ])
    await pool.query(`DELETE FROM schema_migrations WHERE name = '9999-later'`)
    expect(await checkMigrations(pool)).toMatchObject([{ state: 'warning', found: expect.stringMatching(/^\d{4}-/) }])
    const empty = await testDatabase({ migrated: false })
    expect(await checkMigrations(empty.pool)).toMatchObject([{ state: 'skipped' }])
    const given = { db: empty.db, now: new Date(), isOpen: async () => true, takesEvents: true }
    expect(await checkJobs(given)).toMatchObject([{ state: 'skipped' }])
  })
})

describe('backups', () => {
  const made = new Date('2026-03-01T12:00:00Z')
  async function aBackup() {
    const [dir, dataDir] = [await aFolder(), await aFolder()]
    const { url } = await testDatabase()
    const file = path.join(dir, backupName(made))
    await takeBackup({ databaseUrl: url, dataDir }, file, { now: made })
    const config = {
      mode: 'live' as const,
      dataDir,
      backups: { dir, everyMs: 24 * HOUR_MS, keep: 7, trialEveryMs: 24 * HOUR_MS },
    }
    const check = (hours: number) =>
      checkBackups({ config, copies: null, now: new Date(made.getTime() + hours * HOUR_MS) })
    return { file, check }
  }

  test('are well while the newest is young and can be read to its end; later a warning, then a fault', async () => {
    const { file, check } = await aBackup()
    const [age, read] = await check(30)
    expect(age).toEqual({ state: 'ok', found: `The newest backup is ${file}, taken 30 hours ago.`, advice: '' })
    expect(read).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/^It can be read to its end.*: \d+ rows, 0/),
    })
    expect((await check(40))[0]).toMatchObject({ state: 'warning' })
    expect((await check(24 * 4))[0]).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('taken 4 days ago'),
    })
  })

  test('the last trial restore is told: one that failed is a fault, one that is long ago a warning', async () => {
    const { file, check } = await aBackup()
    const dir = path.dirname(file)
    expect((await check(1))[2]).toMatchObject({ state: 'skipped', found: expect.stringContaining('yet') })
    const trial = { file: path.basename(file), at: made, words: 'It was restored.', seconds: 2 }
    const told = async (outcome: 'ok' | 'failed' | 'skipped', hours: number) => {
      await writeLastTrial(dir, { ...trial, outcome })
      return (await check(hours))[2]
    }
    expect(await told('ok', 2)).toEqual({
      state: 'ok',
      found: `${trial.file} was restored on trial 2 hours ago. It was restored.`,
      advice: '',
    })
    expect(await told('ok', 24 * 4)).toMatchObject({ state: 'warning' })
    expect(await told('skipped', 2)).toMatchObject({ state: 'warning', found: expect.stringContaining('was left out') })
    expect(await told('failed', 2)).toMatchObject({
      state: 'fault',
      found: expect.stringContaining('It was restored.'),
    })
  })

  test('one that was cut off is a fault', async () => {
    const { file, check } = await aBackup()
    await truncate(file, (await stat(file)).size - 40)
    expect((await check(1))[1]).toMatchObject({ state: 'fault', found: expect.stringContaining('is torn') })
  })

  test('none at all is a fault where some should be, and a warning in a live shop', async () => {
    const dir = await aFolder()
    const none = { copies: null, now: made }
    const backups = { dir, everyMs: HOUR_MS, keep: 1, trialEveryMs: null }
    const config = { mode: 'live' as const, dataDir: dir }
    expect(states(await checkBackups({ ...none, config: { ...config, backups } }))).toEqual(['fault'])
    expect(states(await checkBackups({ ...none, config: { ...config, backups: null } }))).toEqual(['warning'])
    expect(states(await checkBackups({ ...none, config: { ...config, mode: 'demo', backups: null } }))).toEqual([
      'skipped',
    ])
  })
})

test('a data folder below a file can’t be one; the room of a right one is told', async () => {
  const folder = await aFolder()
  await writeFile(path.join(folder, 'file'), '')
  await expect(checkDisk({ dataDir: path.join(folder, 'file', 'data'), backups: null })).rejects.toThrow('data folder')
  await mkdir(path.join(folder, 'backups'))
  const backups = { dir: path.join(folder, 'backups'), everyMs: HOUR_MS, keep: 1, trialEveryMs: null }
  expect(said(await checkDisk({ dataDir: folder, backups }))).toMatch(
    /^The disk of the data folder \(.*\) has [\d.,]+ [GMT]B of .* free\.\nThe disk of the backups /,
  )
})

test('a clock that differs from the database’s is told, by how much', async () => {
  const { pool } = await testDatabase()
  const ahead = (seconds: number) => checkClock({ pool, outsiders: [], now: () => Date.now() + seconds * 1000 })
  expect(await ahead(600)).toMatchObject([
    { state: 'fault', found: expect.stringMatching(/is (10|9) minutes ahead of the database’s\./) },
  ])
  expect(await ahead(-3600)).toMatchObject([{ state: 'fault', found: expect.stringContaining('behind') }])
  expect(await checkClock({ pool: null, outsiders: ['http://127.0.0.1:1/'] })).toMatchObject([{ state: 'skipped' }])
})

describe('the address', () => {
  test('of a shop that is open leads to it; of one that isn’t, it says so', async () => {
    const server = await startTestServer()
    const { port } = new URL(server.origin)
    const config = {
      publicUrl: server.origin,
      formerUrls: [],
      host: '127.0.0.1',
      port: Number(port),
      trustProxy: false as const,
      mode: 'demo' as const,
    }
    expect(await checkAddress(config)).toMatchObject([
      { state: 'ok', found: `The shop is open at ${server.origin}.` },
      { state: 'ok', found: `${server.origin} leads to this shop.` },
      { state: 'ok', found: 'Its headers arrive.' },
    ])
    const other = await startTestServer({ env: { DOGEAR_NAME: 'Another Club' } })
    expect(await checkAddress({ ...config, publicUrl: other.origin })).toContainEqual(
      expect.objectContaining({ state: 'fault', found: expect.stringContaining('another shop answers: Another Club') }),
    )
    const closed = await freePort()
    const proxied = { ...config, publicUrl: `https://127.0.0.1:${closed}`, mode: 'live' as const }
    const findings = await checkAddress(proxied)
    expect(states(findings)).toEqual(['ok', 'warning', 'warning'])
    expect(said(findings)).toContain('TRUST_PROXY isn’t set')
    expect(said(findings)).toContain(`https://127.0.0.1:${closed} can’t be reached from here: ECONNREFUSED.`)
    expect(states(await checkAddress({ ...config, port: closed }))).toEqual(['warning', 'skipped'])

    const coming = async (to: string) => (await checkComing(config, to)).found
    expect(await coming(server.origin)).toBe(`${server.origin} leads to this shop.`)
    expect(await coming(other.origin)).toContain('doesn’t lead to this shop')
    expect(await coming(`http://127.0.0.1:${closed}`)).toContain('can’t be reached from here: ECONNREFUSED')
  })

  test('of before sends people on, or is told', async () => {
    const server = await startTestServer()
    const former = createServer((_request, response) =>
      response.writeHead(308, { location: `${server.origin}/` }).end(),
    )
    await new Promise<void>((resolve) => former.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => void former.close())
    const before = `http://127.0.0.1:${(former.address() as AddressInfo).port}`
    const { port } = new URL(server.origin)
    const config = { publicUrl: server.origin, host: '127.0.0.1', port: Number(port), trustProxy: false as const }
    const found = await checkAddress({ ...config, mode: 'demo', formerUrls: [before, server.origin] })
    expect(found.slice(-2)).toMatchObject([
      { state: 'ok', found: `The former address ${before} sends people on to ${server.origin}.` },
      { state: 'warning', found: expect.stringContaining(`${server.origin} doesn’t send people on`) },
    ])
  })
})

test('jobs that nobody works off are a fault while the shop is open; emails that failed are told', async () => {
  const { db, pool } = await testDatabase()
  await makeJobTables(pool)
  const check = (isOpen: boolean) => checkJobs({ db, now: new Date(), isOpen: async () => isOpen, takesEvents: true })
  expect(states(await check(true))).toEqual(['ok', 'ok', 'ok'])
  await pool.query(`SELECT graphile_worker.add_job('send_mail', '{}'::json, run_at => now() - interval '1 hour')`)
  await pool.query('UPDATE graphile_worker._private_jobs SET attempts = 1')
  await pool.query(
    `INSERT INTO payment_events (id, type, received_at) VALUES ('evt_1', 'x', now() - interval '3 hours')`,
  )
  const findings = await check(true)
  expect(states(findings)).toEqual(['fault', 'warning', 'ok'])
  expect(said(findings)).toMatch(
    /^1 job is due, the oldest for (1 hour|60 minutes): nobody works them off\.\n1 of 1 email that waits failed/,
  )
  expect(said(findings)).toContain('The card provider’s last event came 3 hours ago.')
  expect(states(await check(false))).toEqual(['ok', 'warning', 'ok'])
})
