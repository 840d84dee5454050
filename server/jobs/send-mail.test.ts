import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/duration.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { noteMailRefused } from '#server/accounts/mail-refusals/mail-refusals.public.ts'
import { addJob } from '#server/database/add-job.ts'
import { orderPaidMail } from '#server/orders/mails/order-mails.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { makeSealer } from '#server/secrets/sealer.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { anOrder, aPaidOrder, withholdEvents } from '#tests/kit/paying.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { retryFailedJobs } from '#tests/kit/due-jobs.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { readMail, startMailSink } from '#tests/port-suites/mail-sink.ts'
import type { Mail } from '#server/ports/mail.ts'
import { sealedMailQueue } from '#server/mail/sealed-mail.ts'
import { readMailJob } from './mail-job.ts'
import { sendMail } from './send-mail.ts'

/** Starts a shop whose mail server is away until the test starts it. */
async function withMailServerAway(
  refuse = '',
): Promise<{ server: TestServer; back: () => ReturnType<typeof startMailSink> }> {
  const port = await freePort()
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'shop@example.org' }
  const server = await startTestServer({ jobs: true, env })
  return { server, back: () => startMailSink({ port, refuse }) }
}

const askForReset = (server: TestServer, email: string) =>
  server.send('POST', '/api/identity/request-password-reset', { body: { email }, headers: { origin: server.origin } })

async function waitingMails({ database: { db } }: TestServer): Promise<{ text: string; attempts: number }[]> {
  const { rows } = await sql<{ text: string; attempts: number }>`
    SELECT j.payload::text || coalesce(j.last_error, '') AS text, j.attempts FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier LIKE '%mail%'`.execute(db)
  return rows
}
const allTried = async (server: TestServer, count: number) =>
  (await waitingMails(server)).filter(({ attempts }) => attempts > 0).length === count
const failures = (server: TestServer) => server.logged.filter((line) => line.includes('a job failed')).length

describe('while the mail server is away', () => {
  test('verification and reset wait, sealed, and arrive once it is back', async () => {
    const { server, back } = await withMailServerAway()
    const { email } = await aProvenAccount(server, 'buyer')
    expect((await askForReset(server, email)).status).toBe(200)
    // A try is counted when it begins, and logged when it has failed.
    await until(async () => (await allTried(server, 2)) && failures(server) > 0)
    // The outage is logged once, and the operator can read it.
    expect(failures(server)).toBe(1)
    const { json: ready } = await server.send('GET', '/api/ready')
    expect(ready).toMatchObject({ status: 'ok', mail: { state: 'failing', since: expect.stringMatching(/Z$/) } })
    for (const { text } of await waitingMails(server)) expect(text).not.toMatch(/https?:|token|@/)

    const sink = await back()
    await until(async () => {
      await retryFailedJobs(server)
      return (await waitingMails(server)).length === 0
    })
    const mails = sink.mails.map(({ recipients, raw }) => ({ recipients, ...readMail(raw) }))
    expect(mails.map(({ recipients }) => recipients)).toEqual([[email], [email]])
    const links = mails.map(({ text }) => /\S+(verify-email|reset-password)\?token=\S+/.exec(text)?.[1])
    expect(new Set(links)).toEqual(new Set(['reset-password', 'verify-email']))
    expect(mails.map(({ headers }) => headers.get('message-id'))).toEqual([
      expect.stringMatching(/^<[0-9a-f]{32}@example\.org>$/),
      expect.stringMatching(/^<[0-9a-f]{32}@example\.org>$/),
    ])
    expect(server.logged.join('\n')).not.toMatch(/token=/)
    await sink.close()
  })

  test('a link that has expired meanwhile is not sent, and does not stay', async () => {
    const { server, back } = await withMailServerAway()
    const { email } = await aProvenAccount(server, 'buyer')
    await askForReset(server, email)
    await until(() => allTried(server, 2))
    // More than its hour: links expire by the system's clock, from when they were asked for.
    server.clock.advance(2 * 3600)
    const sink = await back()
    await until(async () => {
      await retryFailedJobs(server)
      return (await waitingMails(server)).length === 0
    })
    expect(sink.mails.map(({ raw }) => readMail(raw).text)).toEqual([expect.stringContaining('verify-email')])
    expect(server.logged.join('\n')).toContain('the link in it expired while it waited')
    await sink.close()
  })
})

test('an address that takes no mail is given up at once, in words, and its person reads so', async () => {
  const sink = await startMailSink({ refuse: '550 5.1.1 no such person' })
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'shop@example.org' }
  const server = await startTestServer({ jobs: true, env })
  const { token, email } = await aProvenAccount(server, 'buyer')
  await until(async () => {
    // The first try may come before the account.
    await retryFailedJobs(server)
    return (await waitingMails(server)).length === 0
  })
  expect(server.logged.filter((line) => line.includes('this address takes no mail'))).toHaveLength(1)
  // The account shows it, and offers to send the email again.
  const own = await server.send('GET', `/api/user-type-find?email=${encodeURIComponent(email)}`, { token })
  expect(own.json).toMatchObject({
    email,
    mailRefusal: { at: server.clock.now().toISOString(), words: '550 5.1.1 no such person' },
  })
  expect(failures(server)).toBe(0)
  await sink.close()
})

const reservedMail = ({ id }: { id: string }) => ({
  name: 'order_news',
  params: { orderId: id, to: 'buyer', news: 'reserved' },
})

describe('an email', async () => {
  const server = await startTestServer()

  test('sent twice is the same mail: one in the outbox for each side', async () => {
    await withholdEvents(server)
    const order = await aPaidOrder(server)
    const job = (to: 'buyer' | 'seller') => ({ name: 'order_paid', params: { orderId: order.id, to } }) as const
    await Promise.all([job('buyer'), job('seller'), job('buyer')].map((mail) => sendMail(server.services, mail)))
    // JSON columns don't preserve the order of keys.
    await sendMail(server.services, { name: 'order_paid', params: { to: 'seller', orderId: order.id } })
    // The payload of versions before 0.1.0, also found in their backups.
    await sendMail(server.services, { letter: 'order_paid', about: { to: 'seller', orderId: order.id } })
    const older = { letter: 'admin_news', about: { accountId: 'a', keeperId: 'b', to: 'keeper' } }
    expect(readMailJob(older)).toEqual({ name: 'admin_news', params: { accountId: 'a', adminId: 'b', to: 'admin' } })
    const kept = await listOutbox(`${server.dataDir}/outbox`)
    expect(kept.map(({ to }) => to.address).toSorted()).toEqual([order.buyer.email, order.seller.email].toSorted())
  })

  test('greets the person of a confirmed address by name, and says times in their time zone', async () => {
    const { services, send } = server
    const order = await anOrder(server)
    const [first] = await bookedMails(server, reservedMail(order))
    expect(first?.text).toMatch(
      /^Hello Test buyer,\n\n“.+” is reserved for you until \w{3},? \d+ \w{3}, \d\d:\d\d UTC\./,
    )
    const tell = (timeZone: string) => send('PATCH', '/api/account', { as: order.buyer, body: { timeZone } })
    expect((await tell('Asia/Kolkata')).status).toBe(200)
    expect(problemOf(await tell('Mars/Olympus'))).toMatchObject({ status: 422, invalidFields: [{ field: 'timeZone' }] })
    await sql`UPDATE accounts SET email_verified = false WHERE id = ${order.buyer.id}`.execute(services.db)
    const [second] = await bookedMails(server, reservedMail(order))
    expect(second?.text).toMatch(/^Hello,\n\n“.+” is reserved for you until .+, \d\d:\d\d GMT\+5:30\./)
    expect(second?.html).toContain(`${services.site.publicUrl}/share/covers/${order.book}.jpg`)
  })

  test('that a copy is reserved comes only where the buyer doesn’t pay at once', async () => {
    const { services, clock } = server
    const order = await anOrder(server)
    const { rows } = await sql<{ runAt: Date }>`
      SELECT run_at AS "runAt" FROM graphile_worker._private_jobs
      WHERE payload::jsonb @> ${JSON.stringify(reservedMail(order))}::jsonb`.execute(services.db)
    expect(rows).toEqual([{ runAt: new Date(clock.now().getTime() + 5 * MINUTE_MS) }])
    expect(await bookedMails(server, reservedMail(order))).toHaveLength(1)
    const paid = await aPaidOrder(server)
    expect(await bookedMails(server, reservedMail(paid))).toEqual([])
  })

  test('that is taken ends what was said of an address that takes none', async () => {
    const { services } = server
    const { id, email } = await anAccount(services, 'buyer')
    expect(await noteMailRefused(services.db, email, { at: services.clock.now(), words: '550 no' })).toBe(true)
    const mail = { to: { name: '', address: email }, subject: 'Hello', blocks: ['Hello'] }
    const sealed = services.sealer.seal(JSON.stringify(mail))
    await sendMail(services, { name: 'written', params: { sealed, until: null } })
    expect(await findAccountById(services.db, id)).toMatchObject({ mailRefusedAt: null, mailRefusedWords: null })
  })

  test('that an earlier version sealed as text keeps its paragraphs', async () => {
    const { services } = server
    const older = { to: { name: '', address: 'ann@example.org' }, subject: 'Hello', text: 'Hello,\n\n1 < 2.\n' }
    const sealed = services.sealer.seal(JSON.stringify(older))
    const sent: Mail[] = []
    const mail = { send: async (each: Mail) => void sent.push(each) }
    await sendMail({ ...services, mail }, { name: 'written', params: { sealed, until: null } })
    expect(sent).toMatchObject([{ text: older.text, html: expect.stringMatching(/>Hello,<\/p>\n<p[^>]*>1 &lt; 2\.</) }])
  })

  test('that was sealed with other keys is given up in words', async () => {
    const { services, logged } = server
    const sealed = makeSealer('another shop’s secret', 'mails').seal('{}')
    await sendMail(services, { name: 'written', params: { sealed, until: null } })
    expect(logged.join('\n')).toContain('sealed with other keys')
  })

  test('with a link goes before all else that is due', async () => {
    const { services, database } = server
    const mail = { to: { name: '', address: 'ann@example.org' }, subject: 'Hello', blocks: ['Hello'] }
    await database.db.transaction().execute(async (tx) => {
      await addJob(tx, 'expire_claim', { orderId: crypto.randomUUID() })
      await addJob(tx, 'finish_closing_account', { accountId: crypto.randomUUID() })
      await orderPaidMail.book(tx, { orderId: crypto.randomUUID(), to: 'buyer' })
    })
    await sealedMailQueue({ db: database.db, sealer: services.sealer }).send(mail)
    // Jobs in the runner's order.
    const { rows } = await sql<{ name: string | null }>`SELECT payload ->> 'name' AS name
      FROM graphile_worker._private_jobs WHERE is_available ORDER BY priority, run_at LIMIT 1`.execute(database.db)
    expect(rows).toEqual([{ name: 'written' }])
  })

  test('is noted as part of a transaction: taken back with it', async () => {
    const before = await waitingMails(server)
    const mail = { to: { name: '', address: 'ann@example.org' }, subject: 'Hello', blocks: ['Hello'] }
    await server.services.db
      .transaction()
      .execute(async (tx) => {
        await sealedMailQueue({ db: tx, sealer: server.services.sealer }).send(mail)
        throw new Error('taken back')
      })
      .catch(() => {})
    expect(await waitingMails(server)).toEqual(before)
  })
})

test('what is sealed opens with the same secret and purpose alone, and only untouched', () => {
  const sealer = makeSealer('a secret', 'mails')
  const sealed = sealer.seal('Grüße 📚')
  expect(sealed).not.toBe(sealer.seal('Grüße 📚'))
  expect(makeSealer('a secret', 'mails').open(sealed)).toBe('Grüße 📚')
  expect(makeSealer('a secret', 'else').open(sealed)).toBeNull()
  expect(makeSealer('another', 'mails').open(sealed)).toBeNull()
  for (const wrong of ['', 'x', sealed.slice(2), `${sealed.slice(0, -4)}AAAA`]) expect(sealer.open(wrong)).toBeNull()
})
