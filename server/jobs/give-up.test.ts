import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportFailedMail } from '#server/exports/export-mails.ts'
import { makeExport } from '#server/exports/make-export.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { rendered, writtenMail } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { giveUpSpentJobs } from './give-up.ts'
import { jobOutages } from './job-outages.ts'
import { runJob } from './run-job.ts'

const server = await startTestServer()
const { services, send, logged } = server
const { db } = services

test('an export that is given up says so, on the screen and by one email, and can be asked for again at once', async () => {
  const { token, email } = await anAccount(services, 'buyer')
  const ask = () => send('POST', '/api/account/export', { token })
  const state = async () => (await send('GET', '/api/account/export', { token })).json.export
  const booked = async (name: string) =>
    (
      await sql<{ exportId: string }>`SELECT payload -> 'params' ->> 'exportId' AS "exportId"
        FROM graphile_worker._private_jobs WHERE payload ->> 'name' = ${name}`.execute(db)
    ).rows
  await ask()
  await sql`UPDATE exports SET done = 4, total = 19`.execute(db)
  await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts
    WHERE payload::jsonb ? 'exportId'`.execute(db)
  expect(await state()).toMatchObject({ done: 4, total: 19, failed: false })

  await giveUpSpentJobs(services)
  await giveUpSpentJobs(services)
  expect(await state()).toMatchObject({ ready: null, failed: true })
  const mails = await booked('export_failed')
  expect(mails).toHaveLength(1)
  const mail = await writtenMail({ services }, exportFailedMail, mails[0]!)
  expect(mail).toMatchObject({ to: { address: email }, subject: 'We couldn’t make the file with your data' })
  expect(rendered(mail!).text).toContain(`${services.site.publicUrl}/dashboard/account#export`)
  expect(logged.filter((line) => line.includes('a job was given up'))).toEqual([expect.stringContaining('make_export')])

  expect((await ask()).status).toBe(200)
  expect(await state()).toMatchObject({ done: 0, failed: false })
  expect(await writtenMail({ services }, exportFailedMail, mails[0]!)).toBeNull()
  const { rows } = await sql<{ id: string }>`SELECT id FROM exports`.execute(db)
  await makeExport(services, rows[0]!.id)
  expect((await state()).ready).toMatchObject({ mayAskAgain: false })
})

test('an outage is logged at its beginning, each hour, and at its end with a summary', () => {
  const lines: string[] = []
  let time = 0
  const outages = jobOutages(
    { warn: (facts, words) => void lines.push(`${words} ${JSON.stringify(facts)}`) },
    () => time,
  )
  const known: boolean[] = []
  const minute = (tries: boolean[]) => {
    for (const gotThrough of tries) {
      if (gotThrough) outages.succeeded('send_mail')
      else known.push(outages.failed('send_mail'))
      time += 1
    }
    time += 60_000
    outages.settle()
  }
  // Some emails succeed meanwhile, as with greylisting: it is one outage.
  for (let turn = 0; turn < 70; turn += 1) minute([false, true, false])
  expect(known.indexOf(true)).toBe(1)
  expect(known.lastIndexOf(false)).toBe(0)
  expect(outages.since('send_mail')).not.toBeNull()
  expect(outages.since('make_export')).toBeNull()
  expect(lines).toEqual([expect.stringMatching(/still fail.*"failedTries":1[12]\d/)])
  minute([true])
  expect(lines[1]).toMatch(/get through again.*"seconds":42\d\d,"failedTries":140/)
  expect(outages.since('send_mail')).toBeNull()
  minute([true])
  expect(lines).toHaveLength(2)
})

test('emails that the database keeps from going out say nothing of the mail server', async () => {
  const outages = jobOutages(services.log)
  const job = { id: '1', task_identifier: 'send_mail', payload: {}, attempts: 1, max_attempts: 30 }
  const failWith = (error: Error) =>
    runJob({ ...services, outages }, { job: job as never }, () => Promise.reject(error)).catch(() => {})
  await failWith(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  expect(outages.since('send_mail')).toBeNull()
  await failWith(new ProviderError('The mail server took no email'))
  expect(outages.since('send_mail')).not.toBeNull()
})
