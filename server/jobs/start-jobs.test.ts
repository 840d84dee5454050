import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { freeAbandonedJobs } from '#server/jobs/free-abandoned-jobs.ts'
import { queuedMail } from '#server/jobs/queued-mail.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { anOrder, anOrderPaidAtTheProvider, holdEvents } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const server = await startTestServer({ jobs: true })
afterAll(server.close)
await holdEvents(server)
const { db } = server.database

const aMail = () => {
  const address = `reader-${crypto.randomUUID()}@example.org`
  return { address, mail: { to: { name: '', address }, subject: 'Hello', text: 'Hello' } }
}
const mailsTo = async (address: string) =>
  (await listOutbox(`${server.dataDir}/outbox`)).filter(({ to }) => to.address === address).length

test('a database that goes away while a job ends takes neither the shop nor the jobs along', async () => {
  const earlier = server.logged.length
  await sql`
    CREATE OR REPLACE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END $$`.execute(db)
  await sql`
    CREATE OR REPLACE TRIGGER go_away BEFORE DELETE ON graphile_worker._private_jobs
    FOR EACH ROW EXECUTE FUNCTION go_away()`.execute(db)
  const { order } = await anOrderPaidAtTheProvider(server)
  const paid = { token: order.buyer.token, body: { isPaid: true } }
  expect((await server.send('PUT', `/api/makeorderpaid/${order.id}`, paid)).status).toBe(200)
  await until(() => server.logged.slice(earlier).some((line) => line.includes('starting it again')))
  // The pool may hand out a connection that has just gone away.
  await until(() => sql`DROP FUNCTION go_away CASCADE`.execute(db).then(Boolean, () => false))
  const { address, mail } = aMail()
  await queuedMail({ db, sealer: server.services.sealer }).send(mail)
  await until(async () => (await mailsTo(address)) === 1)
})

test('a job whose worker was killed may be taken again after ten minutes, not before', async () => {
  const { id } = await anOrder(server)
  const left = async (minutes: number) => {
    await sql`
      UPDATE graphile_worker._private_jobs
      SET locked_by = 'killed', locked_at = now() - ${minutes} * interval '1 minute'
      WHERE payload ->> 'orderId' = ${id}`.execute(db)
    await freeAbandonedJobs(db)
    const { rows } = await sql`
      SELECT 1 FROM graphile_worker._private_jobs
      WHERE locked_at IS NULL AND payload ->> 'orderId' = ${id}`.execute(db)
    return rows.length
  }
  expect(await left(9)).toBe(0)
  expect(await left(11)).toBe(1)
})
