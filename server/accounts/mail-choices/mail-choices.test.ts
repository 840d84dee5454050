import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { closeOwnAccount } from '#server/account-closure/close-own-account.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { sendMail } from '#server/jobs/send-mail.ts'
import { smtpMail } from '#server/providers/mail/smtp-mail.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { MailJob } from '#server/jobs/mail-job.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { readMail, startMailSink } from '#tests/port-suites/mail-sink.ts'

const server = await startTestServer()
const { services, send } = server

/** The email that a job sends now. */
async function sent(job: MailJob): Promise<Mail | null> {
  const mails: Mail[] = []
  await sendMail({ ...services, mail: { send: async (mail) => void mails.push(mail) } }, job)
  return mails[0] ?? null
}
const order = await anOrder(server)
const { seller } = order
const reserved: MailJob = { name: 'order_news', params: { orderId: order.id, to: 'seller', news: 'reserved' } }
const choices = async () => (await send('GET', '/api/account/emails', { token: seller.token })).json
const choose = (off: string[]) => send('PUT', '/api/account/emails', { token: seller.token, body: { off } })
const linkIn = (mail: Mail | null) => new URL(mail!.stopLink!)

describe('an email that can be turned off', () => {
  test('says so at its end, with both ways', async () => {
    const mail = await sent(reserved)
    expect(mail!.text).toContain(`Unsubscribe: ${mail!.stopLink}`)
    expect(mail!.text).toMatch(/Choose which emails you get: \S+\/dashboard\/account#emails\n$/)
    expect(mail!.stopLink).not.toContain(seller.email)
  })

  test('carries both headers of RFC 8058, and one that can’t be turned off carries none', async () => {
    const sink = await startMailSink()
    const mail = smtpMail({ url: sink.url, from: 'shop@example.org', name: () => 'Dogear' })
    await sendMail({ ...services, mail }, reserved)
    const refund = { to: { name: '', address: seller.email }, subject: 'A', text: 'B' }
    const sealed = services.sealer.seal(JSON.stringify(refund))
    await sendMail({ ...services, mail }, { name: 'written', params: { sealed, until: null } })
    await sink.close()
    const [first, second] = sink.mails.map(({ raw }) => readMail(raw).headers)
    expect(first!.get('list-unsubscribe')).toMatch(/^<\S+\/stop-emails\/orders\.\S+>$/)
    expect(first!.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(second!.get('list-unsubscribe')).toBeUndefined()
  })

  test('isn’t sent once it is off, also where it waited, and comes again once it is on', async () => {
    expect(await choices()).toEqual({ off: [] })
    expect((await choose(['orders', 'messages', 'orders'])).status).toBe(200)
    expect(await choices()).toEqual({ off: ['orders', 'messages'] })
    expect(await sent(reserved)).toBeNull()
    await choose(['messages'])
    expect(await sent(reserved)).not.toBeNull()
    await choose([])
  })

  test('goes to the other side all the same', async () => {
    await choose(['orders'])
    const chosen: MailJob = {
      name: 'order_news',
      params: { orderId: order.id, to: 'buyer', news: 'account_suspended' },
    }
    expect(await sent(chosen)).not.toBeNull()
    await choose([])
  })

  test('an unknown group is refused, and one of an earlier version left out', async () => {
    expect((await choose(['money'])).status).toBe(422)
    await sql`UPDATE accounts SET mails_off = '{letters,orders}' WHERE id = ${seller.id}`.execute(services.db)
    expect(await choices()).toEqual({ off: ['orders'] })
    await choose([])
  })
})

describe('by the link of an email', () => {
  const oneClick = (path: string, type: string, body: string) =>
    fetch(`${server.origin}${path}`, { method: 'POST', headers: { 'content-type': type }, body })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
    ],
  ])(
    'a mail program turns the group off by one POST as %s, signed in or not, twice as good as once',
    async (type, body) => {
      const { pathname } = linkIn(await sent(reserved))
      for (const turn of [1, 2]) expect([turn, (await oneClick(pathname, type, body)).status]).toEqual([turn, 200])
      expect(await choices()).toEqual({ off: ['orders'] })
      expect(await sent(reserved)).toBeNull()
      await choose([])
    },
  )

  test('the page does the same by its call', async () => {
    const token = linkIn(await sent(reserved))
      .pathname.split('/')
      .at(-1)
    expect((await send('POST', '/api/stop-emails', { body: { token } })).status).toBe(200)
    expect(await choices()).toEqual({ off: ['orders'] })
    await choose([])
  })

  test('nothing happens by what isn’t the shop’s own link: another’s account, another group, half of it', async () => {
    const other = await anAccount(services, 'seller')
    const { pathname } = linkIn(await sent(reserved))
    const wrong = [
      pathname.replace(seller.id, other.id),
      pathname.replace('orders', 'messages'),
      pathname.slice(0, -3),
      pathname.replace('orders', 'money'),
    ]
    for (const path of wrong) expect([path, (await oneClick(path, 'text/plain', '')).status]).toEqual([path, 404])
    expect(await choices()).toEqual({ off: [] })
  })

  test('nothing is written of an account that is closed', async () => {
    const gone = await anOrder(server)
    const job: MailJob = { name: 'order_news', params: { orderId: gone.id, to: 'seller', news: 'reserved' } }
    const { pathname } = linkIn(await sent(job))
    await send('PUT', '/api/account/emails', { token: gone.seller.token, body: { off: ['messages'] } })
    const account = (await findAccountById(services.db, gone.seller.id))!
    await closeOwnAccount(services, { ...account, signedInAt: 0 }, gone.seller.email)
    expect((await oneClick(pathname, 'text/plain', '')).status).toBe(200)
    const { rows } = await sql`SELECT mails_off FROM accounts WHERE id = ${account.id}`.execute(services.db)
    expect(rows).toEqual([{ mails_off: [] }])
  })
})
