import { sql } from 'kysely'
import type { MailWords } from '#contract/mail-blocks.ts'
import type { MailJob } from '#server/jobs/mail-job.ts'
import { sendMail } from '#server/jobs/send-mail.ts'
import type { AnyMail } from '#server/mail/define-mail.ts'
import { mailTimes } from '#server/mail/mail-times.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { Mail, WrittenMail } from '#server/ports/mail.ts'
import type { TestServer } from './test-server.ts'

type Services = Pick<TestServer, 'services'>

/** The emails whose job contains one of these, in booking order, rendered as of now. */
export async function bookedMails(
  { services }: Services,
  ...jobs: { name?: string; params: object }[]
): Promise<Mail[]> {
  const { rows } = await sql<{ payload: MailJob }>`
    SELECT payload FROM graphile_worker._private_jobs
    WHERE payload::jsonb @> ANY (${jobs.map((job) => JSON.stringify(job))}::text[]::jsonb[]) ORDER BY id`.execute(
    services.db,
  )
  const mails: Mail[] = []
  for (const { payload } of rows)
    await sendMail({ ...services, mail: { send: async (mail) => void mails.push(mail) } }, payload)
  return mails
}

/** What an email says now, its times in UTC; null where it is no longer true. */
export async function writtenMail(
  { services }: Services,
  mail: Pick<AnyMail, 'prepare'>,
  params: object,
): Promise<WrittenMail | null> {
  return (await mail.prepare(services, params))?.write(mailTimes(null)) ?? null
}

/** The emails about an order's refunds; of these kinds, where given. */
export async function refundMails(server: Services, { id }: { id: string }, ...names: string[]): Promise<Mail[]> {
  const { rows } = await sql<{ refundId: string }>`
    SELECT id AS "refundId" FROM refunds WHERE order_id = ${id}`.execute(server.services.db)
  const jobs = rows.flatMap((params) => (names.length ? names.map((name) => ({ name, params })) : [{ params }]))
  return bookedMails(server, ...jobs)
}

const EXAMPLE_SITE = { name: 'Dogear', publicUrl: 'http://localhost:4000', contact: '' }

/** An email's words with both forms of them, as they would be sent. */
export const rendered = <Words extends MailWords>(
  words: Words,
  site = EXAMPLE_SITE,
): Words & Pick<Mail, 'text' | 'html'> => ({ ...words, ...renderMail(words, site) })
