import { describe, expect, test } from 'vitest'
import { ANSWER_DAYS } from '#contract/reports/answers.ts'
import { closeAccount } from '#server/account-closure/close-account.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { signedToken } from '#server/accounts/signed-token.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aReport } from '#tests/kit/reports.ts'
import { rendered, writtenMail } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { decideCase } from './decide-case.ts'
import { decisionMail } from './decision-mail.ts'

const server = await startTestServer()
const { services, send, clock } = server
const admin = { ...(await findAccountById(services.db, (await anAccount(services, 'admin')).id))!, signedInAt: 0 }

/** A suspended account, with the link of its email. */
async function aSuspended() {
  const seller = await anAccount(services, 'seller')
  const caseId = await aReport(server, await aBook(services, seller))
  await decideCase(services, admin, caseId, { seen: 1, decision: 'suspend', days: 7, note: 'Please stop.' })
  const written = await writtenMail(server, decisionMail, { caseId, accountId: seller.id })
  const mail = rendered(written!, services.site)
  const token = /\/answer\/(\S+)/.exec(mail.text)![1]!
  return { seller, caseId, token, mail }
}
const look = (token: string) => send('POST', '/api/decisions/look', { body: { token } })
const answer = (token: string, words = 'It was my own photo.') =>
  send('POST', '/api/decisions/answer', { body: { token, words } })

describe('the link of a decision', () => {
  test('lets a suspended account answer once without signing in; admins read it', async () => {
    const { seller, caseId, token, mail } = await aSuspended()
    expect(mail.text).toContain('within 30 days and without signing in')
    expect((await send('GET', '/api/my-books', { token: seller.token })).status).toBe(401)
    expect((await look(token)).json).toMatchObject({
      kind: 'book',
      title: 'The Lighthouse Keeper’s Ledger',
      decision: 'suspend',
      note: 'Please stop.',
      answer: null,
    })
    const answers = await Promise.all([answer(token), answer(token)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await answer(token, 'And another thing.')).json).toMatchObject({ code: 'case_changed' })
    expect((await look(token)).json).toMatchObject({ answer: 'It was my own photo.' })
    const admin = await anAccount(services, 'admin')
    const seen = await send('GET', `/api/report-cases/${caseId}`, { token: admin.token })
    expect(seen.json.decided).toMatchObject({ answer: 'It was my own photo.' })
  })

  test('is refused where it isn’t ours, is another’s or is about another thing', async () => {
    const [one, two] = [await aSuspended(), await aSuspended()]
    const sign = (...parts: string[]) => signedToken(services.shop.addressSecret, 'answer a decision', parts)
    const strangers = [
      'half',
      one.token.slice(0, -1),
      one.token.replace(one.seller.id, two.seller.id),
      one.token.replace(one.caseId, two.caseId),
      sign(one.caseId, two.seller.id),
      sign(crypto.randomUUID(), one.seller.id),
      signedToken(services.shop.addressSecret, 'stop emails', [one.caseId, one.seller.id]),
    ]
    for (const token of strangers) {
      expect({ token, status: (await look(token)).status }).toEqual({ token, status: 404 })
      expect((await answer(token)).status).toBe(404)
    }
    expect((await look(one.token)).json.answer).toBeNull()
  })

  test('ends with the account, and after some weeks', async () => {
    const [one, two] = [await aSuspended(), await aSuspended()]
    await closeAccount(services, admin, one.seller.id)
    expect([(await look(one.token)).status, (await answer(one.token)).status]).toEqual([404, 404])
    clock.advance(ANSWER_DAYS * 24 * 3600 - 1)
    expect((await look(two.token)).status).toBe(200)
    clock.advance(1)
    const expired = await answer(two.token)
    expect(expired).toMatchObject({ status: 404, json: { detail: expect.stringContaining('This link has expired') } })
  })
})
