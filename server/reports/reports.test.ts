import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAdminIds } from '#server/accounts/accounts.public.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { aReport } from '#tests/kit/reports.ts'
import { aTalk, write } from '#tests/kit/talking.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { forgetReports } from './forget-reports.ts'

const server = await startTestServer()
const { services, send } = server
const admin = await anAccount(services, 'admin', { name: 'Keeper' })

const report = (by: TestAccount, target: string, kind = 'book') =>
  send('POST', '/api/reports', { token: by.token, body: { kind, target, reason: 'fraud', words: 'Look at it.' } })
const decide = (id: string, body: object, by = admin) =>
  send('POST', `/api/report-cases/${id}/decide`, {
    token: by.token,
    body: { seen: '1', note: 'We looked at it.', ...body },
  })
const cases = async (query = '') =>
  (await send('GET', `/api/report-cases?limit=100${query}`, { token: admin.token })).json
const caseOf = async (id: string) => (await send('GET', `/api/report-cases/${id}`, { token: admin.token })).json
async function aReportedBook() {
  const seller = await anAccount(services, 'seller')
  const book = await aBook(services, seller)
  return { seller, book, id: await aReport(server, book) }
}
const mailsOf = async (caseId: string, name = 'report_decided') =>
  (await bookedMails(server, { name, params: { caseId } })).map(({ text }) => text)

describe('a report', () => {
  test('is one of a person about a thing; those of several are one case, with the listing as it was', async () => {
    const { seller, book, id } = await aReportedBook()
    const [one, other] = [await anAccount(services, 'buyer'), await anAccount(services, 'seller')]
    const answers = await Promise.all([report(one, book), report(one, book), report(other, book)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await sql`UPDATE books SET title = 'Nothing to see' WHERE id = ${book}`.execute(services.db)
    const found = await caseOf(id)
    expect(found).toMatchObject({ reports: 3, targetId: book, about: { id: seller.id }, decided: null })
    expect(found.title).toBe('The Lighthouse Keeper’s Ledger')
    expect(found.list).toHaveLength(3)
    expect((await cases()).filter(({ targetId }: { targetId: string }) => targetId === book)).toHaveLength(1)
  })

  test('mails each admin once per open case, without the reporter’s words', async () => {
    const { book, id } = await aReportedBook()
    await report(await anAccount(services, 'buyer'), book)
    const told = await mailsOf(id, 'report_waiting')
    expect(told).toHaveLength((await listAdminIds(services.db)).length)
    expect(told[0]).toContain(`/dashboard/reported-items/${id}`)
    expect(told.join()).not.toMatch(/Look at it|isn’t the cover/)
    await decide(id, { seen: '2', decision: 'dismiss' })
    expect(await mailsOf(id, 'report_waiting')).toEqual([])
  })

  test('of own or unknown things is refused, and so is the twenty-first of a day', async () => {
    const seller = await anAccount(services, 'seller')
    expect((await report(seller, await aBook(services, seller))).status).toBe(404)
    expect((await report(seller, seller.id, 'person')).status).toBe(404)
    expect((await report(seller, crypto.randomUUID(), 'person')).status).toBe(404)
    for (let turn = 0; turn < 20; turn += 1)
      expect((await report(seller, (await anAccount(services, 'buyer')).id, 'person')).status).toBe(200)
    expect((await report(seller, admin.id, 'person')).status).toBe(429)
  })
})

describe('a message that was reported', () => {
  async function aReportedMessage() {
    const talk = await aTalk(server)
    for (let turn = 0; turn < 7; turn += 1) await write(server, talk.asker, talk.id, `Before ${turn}`)
    const bad = randomUUID()
    await write(server, talk.seller, talk.id, 'Send the money to my aunt.', bad)
    for (let turn = 0; turn < 7; turn += 1) await write(server, talk.asker, talk.id, `After ${turn}`)
    return { ...talk, bad }
  }

  test('is shown with the few around it, as they were, and each admin’s reading is noted once', async () => {
    const { seller, asker, bad } = await aReportedMessage()
    for (const by of [seller, await anAccount(services, 'buyer')])
      expect((await report(by, bad, 'message')).status).toBe(404)
    expect((await report(asker, bad, 'message')).status).toBe(200)
    const id = (await cases()).find(({ targetId }: { targetId: string }) => targetId === bad).id
    expect(JSON.stringify(await cases())).not.toContain('aunt')
    const found = await caseOf(id)
    expect(found).toMatchObject({ kind: 'message', title: 'The Lighthouse Keeper’s Ledger', about: { id: seller.id } })
    expect(found.messages.map(({ text }: { text: string }) => text)).toEqual([
      ...[2, 3, 4, 5, 6].map((turn) => `Before ${turn}`),
      'Send the money to my aunt.',
      ...[0, 1, 2, 3, 4].map((turn) => `After ${turn}`),
    ])
    expect(found.messages[5]).toMatchObject({ isReported: true, isByAbout: true })
    expect(found.messages[0]).toMatchObject({ isReported: false, isByAbout: false })
    await caseOf(id)
    const readings = async () =>
      (await send('GET', `/api/audit-log?account=${seller.id}&kind=messages_read`, { token: admin.token })).json
    expect(await readings()).toHaveLength(1)
    const second = await anAccount(services, 'admin')
    await send('GET', `/api/report-cases/${id}`, { token: second.token })
    expect(await readings()).toHaveLength(2)
  })

  test('loses the words of closed accounts, and no others', async () => {
    const { asker, bad } = await aReportedMessage()
    await report(asker, bad, 'message')
    const id = (await cases()).find(({ targetId }: { targetId: string }) => targetId === bad).id
    await send('POST', '/api/account/close', { token: asker.token, body: { email: asker.email } })
    for (const _time of [1, 2]) await services.db.transaction().execute(forgetReports)
    const texts = (await caseOf(id)).messages.map(({ text }: { text: string | null }) => text)
    expect(texts.filter((text: string | null) => text !== null)).toEqual(['Send the money to my aunt.'])
    const decided = await decide(id, { decision: 'take_down' })
    expect([decided.status, (await decide(id, { decision: 'warn' })).status]).toEqual([404, 200])
    expect((await mailsOf(id)).join()).toContain('a message about “The Lighthouse Keeper’s Ledger”')
  })
})

describe('a decision', () => {
  test('is carried out with its reason, which both sides get', async () => {
    const { book, id } = await aReportedBook()
    expect((await decide(id, { decision: 'take_down' })).status).toBe(200)
    expect((await send('GET', `/api/advertise/${book}`)).status).toBe(404)
    const mails = await mailsOf(id)
    expect(mails).toHaveLength(2)
    for (const mail of mails) expect(mail).toContain('Why: “We looked at it.”')
    expect((await caseOf(id)).decided).toMatchObject({ by: 'Keeper', decision: 'take_down', answer: null })
    expect(await cases('&state=decided')).toContainEqual(expect.objectContaining({ id }))
  })

  test.each([
    ['suspend', { days: '7' }, 401, 2],
    ['close', {}, 401, 1],
    ['warn', {}, 200, 2],
    ['dismiss', {}, 200, 1],
  ])('%s', async (decision, more, status, mails) => {
    const { seller, id } = await aReportedBook()
    expect((await decide(id, { decision, ...more })).status).toBe(200)
    expect((await send('GET', '/api/my-books', { token: seller.token })).status).toBe(status)
    expect(await mailsOf(id)).toHaveLength(mails)
    const log = (await send('GET', `/api/audit-log?account=${seller.id}`, { token: admin.token })).json
    expect(log).toHaveLength(1)
  })

  test('is made once: of concurrent admins the others learn of it, and nothing is done twice', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { seller, id } = await aReportedBook()
      const second = await anAccount(services, 'admin')
      const answers = await Promise.all([
        decide(id, { decision: 'warn' }),
        decide(id, { decision: 'suspend', days: '' }, second),
        decide(id, { decision: 'take_down' }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ json }) => json.code === 'case_changed')).toHaveLength(2)
      const log = (await send('GET', `/api/audit-log?account=${seller.id}`, { token: admin.token })).json
      expect(log).toHaveLength(1)
    }
  })

  test('isn’t made unseen: not when more was reported, nor when it can’t be carried out', async () => {
    const { book, id } = await aReportedBook()
    await report(await anAccount(services, 'buyer'), book)
    expect((await decide(id, { decision: 'warn' })).json).toMatchObject({ code: 'case_changed' })
    await send('POST', `/api/listings/${book}/take-down`, { token: admin.token, body: { reason: 'rules', note: '' } })
    const again = await decide(id, { seen: '2', decision: 'take_down' })
    expect(again.json).toMatchObject({ code: 'taken_down_already' })
    expect([(await caseOf(id)).decided, await mailsOf(id)]).toEqual([null, []])
  })
})

describe('a listing that isn’t the book it is shown as a copy of', () => {
  test('is reported, and shown as another book by one decision; its seller gets no email', async () => {
    const [seller, reader] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const [book, copy] = [
      await aBook(services, seller, { title: 'Deep Water' }),
      await aBook(services, seller, { title: 'Deep Water: A Novel' }),
    ]
    const body = { kind: 'copy', target: copy, of: book, reason: 'not_same', words: 'It’s the sequel.' }
    const { of: _of, ...without } = body
    expect((await send('POST', '/api/reports', { token: reader.token, body: without })).status).toBe(404)
    expect((await send('POST', '/api/reports', { token: reader.token, body })).status).toBe(200)
    const { id } = (await cases()).find(({ targetId }: { targetId: string }) => targetId === copy)
    expect((await caseOf(id)).of).toEqual({ id: book, title: 'Deep Water' })
    expect((await decide(id, { decision: 'take_down' })).status).toBe(404)
    expect((await decide(id, { decision: 'part' })).status).toBe(200)
    expect((await mailsOf(id)).join()).toContain('They’re shown as different books now.')
    expect(await mailsOf(id)).toHaveLength(1)
    const [made] = (await send('GET', '/api/same-books', { token: admin.token })).json
    expect(made).toMatchObject({ answer: 'different', one: { title: 'Deep Water: A Novel' } })
    expect((await send('GET', `/api/people/${seller.id}/reports?side=about`, { token: admin.token })).json).toEqual([])
  })
})

describe('the reports of a person', () => {
  const of = async (id: string, side: string) => {
    const { status, json } = await send('GET', `/api/people/${id}/reports?side=${side}`, { token: admin.token })
    return status === 200 ? (json as { id: string }[]).map((one) => one.id) : status
  }

  test('are those about them and what they list, and those that they made', async () => {
    const { seller, id } = await aReportedBook()
    const reporter = await anAccount(services, 'buyer')
    await report(reporter, seller.id, 'person')
    expect(await of(seller.id, 'about')).toHaveLength(2)
    expect(await of(seller.id, 'about')).toContain(id)
    expect(await of(seller.id, 'by')).toEqual([])
    expect(await of(reporter.id, 'by')).toHaveLength(1)
    expect(await of(reporter.id, 'about')).toEqual([])
  })

  test('are not there without the person, nor on a side that is none', async () => {
    expect(await of(crypto.randomUUID(), 'about')).toBe(404)
    expect(await of(admin.id, 'around')).toBe(422)
  })
})
