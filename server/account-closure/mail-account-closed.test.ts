import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { WrittenMail } from '#server/ports/mail.ts'
import { decideCase } from '#server/reports/decide-case.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aReport } from '#tests/kit/reports.ts'
import { rendered } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { closeAccount } from './close-account.ts'

const server = await startTestServer()
const { services } = server
const admin = { ...(await findAccountById(services.db, (await anAccount(services, 'admin')).id))!, signedInAt: 0 }

/** Decrypts the sealed emails to this address. */
async function lastMails(address: string): Promise<ReturnType<typeof rendered<WrittenMail>>[]> {
  const { rows } = await sql<{ sealed: string }>`
    SELECT payload -> 'params' ->> 'sealed' AS sealed FROM graphile_worker._private_jobs
    WHERE payload ->> 'name' = 'written'`.execute(services.db)
  const mails = rows.map(({ sealed }) => rendered(JSON.parse(services.sealer.open(sealed) ?? 'null') as WrittenMail))
  return mails.filter(({ to }) => to.address === address)
}

test('whose account an admin closes learns it, what becomes of their orders, and whom to write to', async () => {
  const person = await anAccount(services, 'seller')
  await closeAccount(services, admin, person.id)
  const [mail, ...more] = await lastMails(person.email)
  expect([mail?.subject, more]).toEqual(['Your Dogear account is closed', []])
  expect(mail!.text).toMatch(/^Dogear has closed your account.*\n\nDo you disagree.* Write to the club.*\n$/)
})

test('where a report was decided so, they learn why', async () => {
  const person = await anAccount(services, 'seller')
  const caseId = await aReport(server, await aBook(services, person))
  await decideCase(services, admin, caseId, { seen: 1, decision: 'close', days: null, note: 'Third time.' })
  expect((await lastMails(person.email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('Why: “Third time.”'),
  ])
})
