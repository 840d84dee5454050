import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { jobOutages } from './job-outages.ts'
import { jobWatch } from './job-watch.ts'
import { keepWorking } from './keep-working.ts'
import { sealedMailQueue } from '#server/mail/sealed-mail.ts'
import { openRunnersPool } from './runners-pool.ts'
import { stallWatch } from './stall-watch.ts'
import { startJobs } from './start-jobs.ts'
import { taskList } from './task-list.ts'

// No workers run until a test starts them.
const server = await startTestServer()
const { services, database, logged } = server
const { db } = database

const logLines = (words: string) => logged.filter((line) => line.includes(words))

/** Books an email, and returns a check that it was sent. */
async function bookMail(): Promise<() => Promise<boolean>> {
  const address = `reader-${crypto.randomUUID()}@example.org`
  const mail = { to: { name: '', address }, subject: 'Hello', blocks: ['Hello'] }
  await sealedMailQueue({ db, sealer: services.sealer }).send(mail)
  return async () => (await listOutbox(`${server.dataDir}/outbox`)).some(({ to }) => to.address === address)
}

describe('a job runner', () => {
  test('whose first query is cut works all the same, without a restart of the shop', async () => {
    await sql`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'cut' USING ERRCODE = '57P01'; END $$`.execute(db)
    await sql`CREATE TRIGGER cut BEFORE INSERT ON graphile_worker._private_tasks
      FOR EACH STATEMENT EXECUTE FUNCTION cut()`.execute(db)
    const jobs = await startJobs(services, database.url, { ownsDatabase: true, connections: 5 })
    try {
      await until(() => logLines('starting it again').length > 0)
      await sql`DROP FUNCTION cut CASCADE`.execute(db)
      const hasCome = await bookMail()
      await until(hasCome)
      await until(() => logLines('the runner works again').length === 1)
      expect(logLines('starting it again')).toEqual([expect.stringContaining('error: cut')])
    } finally {
      await jobs.stop()
    }
  })

  test('that was given up is replaced by another one, which works', async () => {
    const watch = jobWatch()
    const options = {
      log: services.log,
      holder: 'the test',
      atOnce: 4,
      tasks: taskList(services, watch, jobOutages(services.log)),
      watch,
      onRestart: () => watch.settle(db),
    }
    const workers = await keepWorking(database.url, options)
    try {
      await until(await bookMail())
      const before = logLines('the runner works again').length
      workers.restart()
      await until(() => logLines('the runner works again').length > before)
      const hasCome = await bookMail()
      await until(hasCome)
      expect(await hasCome()).toBe(true)
    } finally {
      await workers.stop()
    }
  })

  test('that was given up may still be at a job, which its successor waits for', async () => {
    const watch = jobWatch()
    const { promise, resolve } = Promise.withResolvers<void>()
    let times = 0
    const work = () => {
      times += 1
      return promise
    }
    const both = [watch.run('1', work), watch.run('1', work)]
    await until(() => times > 0)
    expect(watch.progress()).toEqual({ begun: 1, underWay: 1 })
    resolve()
    await Promise.all([...both, watch.idle()])
    expect(times).toBe(1)
    await watch
      .run('1', async () => {
        throw new Error('the second try')
      })
      .catch(() => {})
    expect(watch.progress()).toEqual({ begun: 2, underWay: 0 })
  })

  test('may release a connection twice without taking it from its next user', async () => {
    const pool = openRunnersPool(database.url, 1, 'the test')
    const first = await pool.connect()
    const release = first.release.bind(first)
    release()
    expect(() => release()).not.toThrow()
    const listening = await new Promise<() => void>((resolve) =>
      pool.connect((_error, _client, done) => resolve(() => done())),
    )
    release()
    const next = pool.connect()
    await sql`SELECT 1`.execute(db)
    expect(pool.waitingCount).toBe(1)
    listening()
    expect(() => listening()).not.toThrow()
    ;(await next).release()
    await pool.end()
  })
})

describe('a runner that takes no job for a minute while some are due', () => {
  async function aStall({ underWay = 0, tasks = ['send_mail'] } = {}) {
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
    const state = { begun: 7, underWay, restarts: 0, time: 0 }
    const watch = stallWatch({
      db,
      log: services.log,
      tasks,
      watch: { progress: () => state },
      atOnce: 4,
      restart: () => void (state.restarts += 1),
      now: () => state.time,
    })
    const lookAfter = async (seconds: number) => {
      state.time += seconds * 1000
      await watch.look()
      return state.restarts
    }
    return { state, lookAfter }
  }

  test('is replaced, and the log says why', async () => {
    const { lookAfter } = await aStall()
    const before = logLines('the runner takes none').length
    expect(await lookAfter(600)).toBe(0)
    await bookMail()
    expect([await lookAfter(10), await lookAfter(50), await lookAfter(10)]).toEqual([0, 0, 1])
    expect(logLines('the runner takes none')).toHaveLength(before + 1)
    // The replacement gets its minute, too.
    expect([await lookAfter(10), await lookAfter(50), await lookAfter(10)]).toEqual([1, 1, 2])
  })

  test('is left alone while it begins other jobs, has all workers busy, or knows none of those that are due', async () => {
    const busy = await aStall()
    await bookMail()
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await busy.lookAfter(50)).toBe(0)
      busy.state.begun += 1
    }
    const full = await aStall({ underWay: 4 })
    await bookMail()
    expect([await full.lookAfter(1), await full.lookAfter(590), await full.lookAfter(10)]).toEqual([0, 0, 1])
    const older = await aStall({ tasks: ['expire_claim'] })
    await bookMail()
    expect([await older.lookAfter(1), await older.lookAfter(120)]).toEqual([0, 0])
  })
})

describe('the oldest job that is due', () => {
  test('is in what GET /api/ready answers, which stays 200', async () => {
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
    const ready = async () => (await server.send('GET', '/api/ready')).json
    expect(await ready()).toMatchObject({ status: 'ok', jobs: { state: 'ok', oldestDueSeconds: null } })
    await bookMail()
    await sql`SELECT graphile_worker.add_job('expire_claim', '{}'::json, run_at := now() + interval '1 day')`.execute(
      db,
    )
    expect((await ready()).jobs.state).toBe('ok')
    // Jobs of higher priority come first.
    await sql`SELECT graphile_worker.add_job('make_export', '{}'::json, priority := 20,
      run_at := now() - interval '121 seconds')`.execute(db)
    const { jobs } = await ready()
    expect(jobs.state).toBe('late')
    expect(jobs.oldestDueSeconds).toBeGreaterThanOrEqual(121)
    expect(jobs.oldestDueSeconds).toBeLessThan(600)
  })

  test('that is late is logged once, and once when none is late any more', async () => {
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 hour'`.execute(db)
    const watch = stallWatch({
      db,
      log: services.log,
      tasks: [],
      watch: { progress: () => ({ begun: 0, underWay: 0 }) },
      atOnce: 4,
      restart: () => {},
    })
    for (let turn = 0; turn < 3; turn += 1) await watch.look()
    expect(logLines('due jobs are late')).toEqual([expect.stringContaining('"oldestDueSeconds":36')])
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
    for (let turn = 0; turn < 2; turn += 1) await watch.look()
    expect(logLines('no job is late any more')).toHaveLength(1)
  })
})
