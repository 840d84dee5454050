import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/duration.ts'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  confirmCard,
  withholdEvents,
  openPayment,
  stateOf,
} from '#tests/kit/paying.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { readMail, startMailSink } from '#tests/port-suites/mail-sink.ts'
import { orderNewsMail, orderPaidMail } from '#server/orders/mails/order-mails.ts'
import { bringBackJobs, freeAbandonedJobs, removeSpentJobs } from './jobs.sql.ts'
import { sealedMailQueue } from '#server/mail/sealed-mail.ts'
import { startJobs } from './start-jobs.ts'

const sink = await startMailSink()
const env = { SMTP_URL: sink.url, MAIL_FROM: 'shop@example.org' }
const server = await startTestServer({ jobs: true, sweepEveryMs: 50, env })
// No workers run until a test starts them.
const idle = await startTestServer()
afterAll(sink.close)
afterEach(() => void vi.useRealTimers())
for (const each of [server, idle]) await withholdEvents(each)

const mailsTo = (address: string, subject = '') =>
  sink.mails.filter(({ recipients, raw }) => {
    const about = readMail(raw).headers.get('subject') ?? ''
    return recipients.includes(address) && about.startsWith(subject)
  }).length

/** The order's jobs in the table. */
async function jobsAbout({ database: { db } }: TestServer, orderId: string) {
  const { rows } = await sql<{ id: string; isLocked: boolean; isDue: boolean }>`
    SELECT j.id, locked_at IS NOT NULL AS "isLocked", run_at <= now() AS "isDue"
    FROM graphile_worker._private_jobs j WHERE payload::text LIKE ${`%${orderId}%`}`.execute(db)
  return rows
}

/** A job locked so many minutes ago by a worker that died. */
async function aLockedMail(minutesAgo: number): Promise<{ id: string }> {
  const { id } = await anOrder(idle)
  await sql`DELETE FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%${id}%`}`.execute(idle.database.db)
  await idle.database.db.transaction().execute((tx) => orderPaidMail.book(tx, { orderId: id, to: 'buyer' }))
  await sql`UPDATE graphile_worker._private_jobs
    SET attempts = 1, locked_by = 'killed', locked_at = now() - ${minutesAgo} * interval '1 minute'
    WHERE payload::text LIKE ${`%${id}%`}`.execute(idle.database.db)
  return { id }
}

/** Runs the idle shop's workers during `work`, and always stops them. */
async function whileWorking(options: { ownsDatabase: boolean }, work: () => Promise<void>): Promise<void> {
  const jobs = await startJobs(idle.services, idle.database.url, { ...options, connections: 5 })
  try {
    await work()
  } finally {
    await jobs.stop()
  }
}

describe('a database that goes away while a job ends', () => {
  test('takes neither the shop nor the jobs along, and brings no mail twice', async () => {
    const { db } = server.database
    const earlier = server.logged.length
    const order = await anOrder(server)
    const { clientSecret } = (await openPayment(server, order)).json as { clientSecret: string }
    // The order's email that is due is sent: from now on only the payment's jobs break connections.
    await until(async () => (await jobsAbout(server, order.id)).every(({ isDue }) => !isDue))
    await sql`
      CREATE OR REPLACE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END $$`.execute(db)
    await sql`
      CREATE OR REPLACE TRIGGER go_away BEFORE DELETE ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION go_away()`.execute(db)
    expect((await confirmCard(server, clientSecret)).status).toBe(200)
    const arrived = () => [mailsTo(order.buyer.email, 'Receipt: '), mailsTo(order.seller.email, 'Sold: ')]
    await until(() => arrived().join() === '1,1')
    await until(() => server.logged.slice(earlier).some((line) => line.includes('starting it again')))
    // The pool may hand out a broken connection, so retry.
    await until(() => sql`DROP FUNCTION go_away CASCADE`.execute(db).then(Boolean, () => false))
    // Results are stored at once, not after ten minutes; the rest is booked for later.
    await until(async () => (await jobsAbout(server, order.id)).every(({ isDue }) => !isDue))
    const address = `reader-${crypto.randomUUID()}@example.org`
    const mail = { to: { name: '', address }, subject: 'Hello', blocks: ['Hello'] }
    await sealedMailQueue({ db, sealer: server.services.sealer }).send(mail)
    await until(() => mailsTo(address) === 1)
    expect(arrived()).toEqual([1, 1])
  })

  test('does not keep the shop from ending, which waits for what is under way', async () => {
    const { db } = idle.database
    const order = await anOrder(idle)
    await sql`
      CREATE FUNCTION go_away_later() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(1); PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END $$`.execute(
      db,
    )
    const jobs = await startJobs(idle.services, idle.database.url, { ownsDatabase: true, connections: 5 })
    await until(async () => (await jobsAbout(idle, order.id)).every(({ isDue }) => !isDue))
    await sql`
      CREATE TRIGGER go_away_later BEFORE DELETE ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION go_away_later()`.execute(db)
    const mail = { to: { name: '', address: 'reader@example.org' }, subject: 'Hello', blocks: ['Hello'] }
    const { stopped } = await db.transaction().execute(async (reading) => {
      // One job runs until here, while the results of three others fail to be stored.
      await sql`LOCK TABLE orders IN ACCESS EXCLUSIVE MODE`.execute(reading)
      const stopping = await db.transaction().execute(async (ending) => {
        await sql`SELECT pg_advisory_xact_lock(1)`.execute(ending)
        for (const ends of [1, 2, 3]) {
          await sealedMailQueue({ db, sealer: idle.services.sealer }).send(mail)
          await until(async () => (await countWaiting('advisory')) === ends)
        }
        await db
          .transaction()
          .execute((tx) => orderNewsMail.book(tx, { orderId: order.id, to: 'buyer', news: 'first_reminder' }))
        await until(async () => (await countWaiting('relation')) > 0)
        return { stopped: jobs.stop() }
      })
      await until(() => idle.logged.filter((line) => line.includes('Failed to complete jobs')).length === 3)
      return stopping
    })
    await expect(stopped).resolves.toBeUndefined()
    await sql`DROP FUNCTION go_away_later CASCADE`.execute(db)
  })
})

/** Statements of the idle shop's workers that wait for a lock of this kind. */
async function countWaiting(kind: 'advisory' | 'relation'): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = ${kind} AND NOT granted AND datname = current_database()`.execute(idle.database.db)
  return rows[0]!.n
}

describe('what a killed worker was doing', () => {
  test('is unlocked at the start by the database’s only program', async () => {
    const killed = await aLockedMail(1)
    await whileWorking({ ownsDatabase: true }, () => until(async () => (await jobsAbout(idle, killed.id)).length === 0))
    expect(await jobsAbout(idle, killed.id)).toEqual([])
  })

  test('waits for ten minutes where other programs may work on the same database, not longer', async () => {
    const [lately, before, ahead] = [
      await aLockedMail(9),
      await aLockedMail(11),
      // Locked by a clock that has been put back since.
      await aLockedMail(-3 * 24 * 60),
    ]
    await whileWorking({ ownsDatabase: false }, async () => {
      for (const { id } of [before, ahead]) await until(async () => (await jobsAbout(idle, id)).length === 0)
    })
    expect(await jobsAbout(idle, lately.id)).toMatchObject([{ isLocked: true }])
    await freeAbandonedJobs(idle.database.db)
    // A job isn't given up while another process may be at its last try.
    const ofLately = sql`WHERE payload::text LIKE ${`%${lately.id}%`}`
    await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts ${ofLately}`.execute(idle.database.db)
    expect(await removeSpentJobs(idle.database.db)).toEqual([])
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL ${ofLately}`.execute(idle.database.db)
    expect(await removeSpentJobs(idle.database.db)).toHaveLength(1)
  })

  test('is said and forgotten where that was its last try', async () => {
    const { id } = await aLockedMail(11)
    await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts
      WHERE payload::text LIKE ${`%${id}%`}`.execute(idle.database.db)
    const told = () => idle.logged.filter((line) => line.includes('a job was given up'))
    await whileWorking({ ownsDatabase: true }, () => until(() => told().length > 0))
    expect(told()).toEqual([expect.stringContaining('send_mail')])
    expect(await jobsAbout(idle, id)).toEqual([])
  })
})

describe('a clock that is put ahead or back', () => {
  const lostPaymentIsFound = async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    await until(async () => (await stateOf(server, order)) === 'paid')
  }

  test('does not stop the sweep, nor book sweeps for the time in between', async () => {
    const { db } = server.database
    for (const days of [3, -3, 0]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS })
      server.clock.advance(days * (DAY_MS / 1000))
      await lostPaymentIsFound()
      vi.useRealTimers()
      server.clock.advance(-days * (DAY_MS / 1000))
    }
    const { rows } = await sql`SELECT 1 FROM graphile_worker._private_tasks t
      JOIN graphile_worker._private_jobs j ON j.task_id = t.id WHERE t.identifier = 'sweep'`.execute(db)
    expect(rows).toEqual([])
  })

  test('leaves no job in the future', async () => {
    const { db } = idle.database
    const later = async (runAt: string, createdAt: string) => {
      const { id } = await aLockedMail(1)
      await sql`UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL,
        run_at = now() + ${runAt}::interval, created_at = now() + ${createdAt}::interval
        WHERE payload::text LIKE ${`%${id}%`}`.execute(db)
      await bringBackJobs(db)
      return (await jobsAbout(idle, id))[0]?.isDue
    }
    // Booked ahead; tried ahead; the usual backoff.
    expect(await later('3 days', '3 days')).toBe(true)
    expect(await later('3 days', '-1 hour')).toBe(true)
    expect(await later('6 hours', '-1 hour')).toBe(false)
    const claim = await anOrder(idle)
    await bringBackJobs(db)
    // The claim's end keeps its time, as does the buyer's email about its beginning.
    expect((await jobsAbout(idle, claim.id)).filter(({ isDue }) => !isDue)).toHaveLength(2)
  })

  test('leaves what was booked for later as far away as it was meant to be', async () => {
    const { db } = idle.database
    const aReminder = async () => {
      const { id } = await anOrder(idle)
      await sql`DELETE FROM graphile_worker._private_jobs WHERE payload::text LIKE ${`%${id}%`}`.execute(db)
      const inThreeDays = new Date(Date.now() + 3 * DAY_MS)
      const about = { orderId: id, to: 'buyer', news: 'first_reminder' } as const
      await db.transaction().execute((tx) => orderNewsMail.book(tx, about, inThreeDays))
      return id
    }
    const [right, ahead] = [await aReminder(), await aReminder()]
    await sql`UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '1 year',
      created_at = created_at + interval '1 year' WHERE payload::text LIKE ${`%${ahead}%`}`.execute(db)
    await bringBackJobs(db)
    const { rows } = await sql`SELECT FROM graphile_worker._private_jobs
      WHERE run_at BETWEEN now() + interval '2 days' AND now() + interval '4 days'
        AND (payload::text LIKE ${`%${right}%`} OR payload::text LIKE ${`%${ahead}%`})`.execute(db)
    expect(rows).toHaveLength(2)
  })
})

test('what an earlier version booked by the runner’s clock is forgotten at the start', async () => {
  const { db } = idle.database
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
  await sql`INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    VALUES ('sweep', now(), now() + interval '3 days')`.execute(db)
  await sql`SELECT graphile_worker.add_job('sweep', '{}'::json, max_attempts := 1) FROM generate_series(1, 5)`.execute(
    db,
  )
  await sql`SELECT graphile_worker.add_job('mail_order_paid', ${'{"orderId":"0b06b6a0-0000-4000-8000-000000000000","to":"buyer"}'}::json)`.execute(
    db,
  )
  const left = async () => {
    const { rows } = await sql<{ task: string }>`SELECT identifier AS task FROM graphile_worker._private_tasks t
      JOIN graphile_worker._private_jobs j ON j.task_id = t.id WHERE identifier <> 'expire_claim'
      UNION ALL SELECT identifier FROM graphile_worker._private_known_crontabs`.execute(db)
    return rows
  }
  // Emails that an earlier version booked are still sent.
  await whileWorking({ ownsDatabase: true }, () => until(async () => (await left()).length === 0))
  expect(await left()).toEqual([])
})
