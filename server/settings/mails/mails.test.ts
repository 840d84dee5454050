import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { ListedMail } from '#contract/settings/mails.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { readMail, startMailSink } from '#tests/port-suites/mail-sink.ts'

const server = await startTestServer()
afterAll(server.close)
const { services, send } = server
const admin = await anAccount(services, 'admin')

describe('the admins’ list of emails', () => {
  const list = async () => (await send('GET', '/api/emails', { token: admin.token })).json as ListedMail[]

  test('has every form of every email, those of sign-in too, each with its reader, occasion and both forms', async () => {
    const mails = await list()
    expect(mails.length).toBeGreaterThan(50)
    expect(new Set(mails.map(({ page }) => page)).size).toBe(mails.length)
    expect(mails).toContainEqual(
      expect.objectContaining({ group: 'orders', to: 'The seller', when: 'A buyer reserves a book' }),
    )
    expect(mails.filter(({ subject }) => /^(Confirm your email|Choose a new password)/.test(subject))).toHaveLength(2)
    const reserved = mails.find(({ subject }) => subject.startsWith('Reserved: '))!
    expect(reserved.text).toContain('Choose which emails you get: ')
    const { status, text, headers } = await send('GET', reserved.page)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain(`<title>${reserved.subject}</title>`)
  })

  test('shows HTML to frames of ours alone, in which nothing runs or loads, light or dark as asked', async () => {
    const [{ page }] = (await list()) as [ListedMail]
    const light = await send('GET', `${page}?scheme=light`)
    expect(light.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = light.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; .*frame-ancestors 'self'; sandbox /)
    expect(policy).not.toMatch(/script|allow-same-origin/)
    expect(policy).toContain("img-src 'self'")
    expect(light.text).toContain('@media not all{.page')
    expect((await send('GET', `${page}?scheme=dark`)).text).toContain('@media all{.page')
  })

  test('gives the only addresses of these pages', async () => {
    const [{ page }] = (await list()) as [ListedMail]
    for (const other of [`${page}x`, page.replace(/\/0\./, '/1.'), page.replace(/\.[^.]*$/, '')])
      expect([other, (await send('GET', other)).status]).toEqual([other, 404])
  })
})

describe('a test email', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close()
  })
  async function shopWith(says: Parameters<typeof startMailSink>[0] = {}) {
    const sink = await startMailSink(says)
    const shop = await startTestServer({ env: { SMTP_URL: sink.url, MAIL_FROM: 'shop@example.org' } })
    open.push(sink, shop)
    return { sink, shop, ...(await anAccount(shop.services, 'admin')) }
  }
  const ask = ({ send: by }: Pick<TestServer, 'send'>, token: string) => by('POST', '/api/emails/test', { token })

  test('goes to the admin’s own address at once, with the server’s own words', async () => {
    const { sink, shop, token, email } = await shopWith()
    const answer = await ask(shop, token)
    expect(answer.json).toEqual({ to: email, isTaken: true, said: '250 2.0.0 Ok: queued as 4F2A', advice: '' })
    expect(sink.mails.map(({ recipients }) => recipients)).toEqual([[email]])
    const { headers, html } = readMail(sink.mails[0]!.raw)
    expect(headers.get('subject')).toBe('A test email of Dogear')
    expect(headers.get('list-unsubscribe')).toBeUndefined()
    expect(html).toContain('so emails arrive.')
  })

  test('that is refused has the refusal in the server’s words, and what to do', async () => {
    const { shop, token, email } = await shopWith({ says: { MAIL: '553 5.7.1 Sender address rejected' } })
    const { status, json } = await ask(shop, token)
    expect(status).toBe(200)
    expect(json).toMatchObject({ to: email, isTaken: false, said: '553 5.7.1 Sender address rejected' })
    expect(json.advice).toContain('MAIL_FROM')
  })

  test('is in the outbox where the shop sends none; each is in the audit log, and 20 a day are the most', async () => {
    const { id, token, email } = await anAccount(services, 'admin')
    const first = await ask(server, token)
    expect(first.json).toEqual({ to: email, isTaken: true, said: null, advice: '' })
    expect((await listOutbox(`${server.dataDir}/outbox`))[0]).toMatchObject({ to: { address: email } })
    const log = await send('GET', '/api/audit-log?kind=mail_tested', { token })
    expect(log.json).toMatchObject([{ by: { id } }])
    for (let turn = 1; turn < 20; turn++) expect([turn, (await ask(server, token)).status]).toEqual([turn, 200])
    expect((await ask(server, token)).json).toMatchObject({ code: 'too_many_requests' })
    server.clock.advance(24 * 3600)
    expect((await ask(server, (await anAccount(services, 'admin')).token)).status).toBe(200)
  })
})
