import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { openArchive } from '#server/backup/read-archive.ts'
import { scheduleBackups } from '#server/backup/scheduled-backups.ts'
import { makeIdentityTables } from '#server/open-shop.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const HOURS = 3600
const folder = await aFolder()
const dir = path.join(folder, 'backups')
const server = await startTestServer({ env: { BACKUP_DIR: dir, BACKUP_EVERY: '6', BACKUP_KEEP: '2' } })
const { clock, send, logged } = server
const backups = server.backups!
afterAll(() => backups.stop())

const names = async () => (await readdir(dir)).toSorted()
const ready = async () => (await send('GET', '/api/ready')).json as unknown

test('backups are taken when they are due, the last few are retained, and readiness says when', async () => {
  expect(await ready()).toMatchObject({ status: 'ok', backups: { state: 'ok', last: null } })
  await backups.takeIfDue()
  const [first] = await names()
  expect(first).toMatch(/^dogear-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/)
  expect(await ready()).toMatchObject({
    status: 'ok',
    backups: { state: 'ok', last: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  })
  clock.advance(5 * HOURS)
  await backups.takeIfDue()
  expect(await names()).toEqual([first])

  const restarted = await scheduleBackups(
    server.services,
    { databaseUrl: '', dataDir: folder },
    { dir, everyMs: 1, keep: 1, trialEveryMs: null, copies: null, makeIdentityTables },
  )
  // Right from the start.
  expect(restarted.state()).toEqual({ last: expect.any(Date), failed: false, trial: null })

  // Files of the operator, and leftovers of a killed program.
  await writeFile(path.join(dir, 'notes.txt'), 'ours')
  await writeFile(path.join(dir, 'dogear-2026-01-01T00-00-00Z.tar.gz.part'), 'half')
  clock.advance(1.1 * HOURS)
  await backups.takeIfDue()
  clock.advance(6.1 * HOURS)
  await Promise.all([backups.takeIfDue(), backups.takeIfDue()])
  const [second, third, ...others] = await names()
  expect(others).toEqual(['notes.txt'])
  expect([second, third]).not.toContain(first)
  const archive = await openArchive(path.join(dir, third!))
  for await (const _ of archive.entries);
  expect(archive.end().tables.length).toBeGreaterThan(10)
})

test('a failed backup is logged and shown by readiness, which stays ready, and is retried until it succeeds', async () => {
  await rm(dir, { recursive: true })
  await writeFile(dir, 'in the way')
  await backups.takeIfDue()
  expect(await ready()).toMatchObject({ status: 'ok', backups: { state: 'failed', last: null } })
  const lines = () => logged.filter((line) => line.startsWith('error backups:'))
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toContain(`the one for ${dir} failed; it is tried again in a quarter of an hour`)
  await rm(dir)
  // Not retried each minute: a full disk stays full for a while.
  await backups.takeIfDue()
  expect(await ready()).toMatchObject({ backups: { state: 'failed' } })
  clock.advance(0.26 * HOURS)
  await backups.takeIfDue()
  expect(await ready()).toMatchObject({ backups: { state: 'ok', last: expect.any(String) } })
  expect(await names()).toHaveLength(1)
})

test('a folder or empty file with a backup’s name doesn’t count as a backup', async () => {
  const before = await names()
  const name = (hours: number) =>
    `dogear-${new Date(clock.now().getTime() + hours * HOURS * 1000).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
  const others = [name(6), name(6.05)]
  await writeFile(path.join(dir, others[0]!), '')
  await mkdir(path.join(dir, others[1]!))
  clock.advance(6.1 * HOURS)
  await backups.takeIfDue()
  const [taken, ...more] = (await names()).filter((one) => !before.includes(one) && !others.includes(one))
  expect([taken, more]).toEqual([expect.stringMatching(/^dogear-/), []])
  expect(await names()).toEqual(expect.arrayContaining(before))
  await rm(dir, { recursive: true })
  clock.advance(6.1 * HOURS)
  await backups.takeIfDue()
})

test('a clock that was put back stops nothing', async () => {
  const [taken] = await names()
  await writeFile(path.join(dir, 'dogear-2199-01-01T00-00-00Z.tar.gz'), 'from ahead')
  await chmod(dir, 0o700)
  await mkdir(path.join(dir, 'a folder'))
  clock.advance(6.1 * HOURS)
  await backups.takeIfDue()
  await backups.takeIfDue()
  const [first, second, ...others] = (await names()).filter((name) => name !== 'a folder')
  // A time ahead of the clock counts as the oldest.
  expect(others).toEqual([])
  expect(first).toBe(taken)
  expect(second).toMatch(/^dogear-20[2-9]\d/)
})

test('one that begins a second after the look is known at once', async () => {
  clock.advance(6.1 * HOURS)
  const before = backups.state().last
  const read = clock.now.bind(clock)
  const ticking = vi.spyOn(clock, 'now').mockImplementation(() => {
    clock.advance(1)
    return read()
  })
  await backups.takeIfDue()
  ticking.mockRestore()
  expect(backups.state().last).not.toEqual(before)
})
