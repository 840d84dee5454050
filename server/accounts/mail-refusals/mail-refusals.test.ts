import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { anAccount, closeByAdmin, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { noteMailRefused, shortened } from './mail-refusals.public.ts'

const server = await startTestServer()
afterAll(server.close)
const { services, send } = server
const admin = await anAccount(services, 'admin')

const refusedBy = (account: TestAccount, words: string) =>
  noteMailRefused(services.db, account.email, { at: services.clock.now(), words })
const own = async ({ email, token }: TestAccount) =>
  (await send('GET', `/api/user-type-find?email=${encodeURIComponent(email)}`, { token })).json.mailRefusal as unknown
const forAdmin = async ({ id }: TestAccount) =>
  (await send('GET', `/api/people/${id}`, { token: admin.token })).json.mailRefusal as unknown

test('what a mail server refused with is shown to the member and to admins, until the member says that it works', async () => {
  const member = await anAccount(services, 'buyer')
  expect([await own(member), await forAdmin(member)]).toEqual([null, null])
  await refusedBy(member, '550 5.1.1 first')
  server.clock.advance(60)
  await refusedBy(member, '550 5.1.1 No such person here')
  const last = { at: services.clock.now().toISOString(), words: '550 5.1.1 No such person here' }
  expect([await own(member), await forAdmin(member)]).toEqual([last, last])
  for (const turn of [1, 2])
    expect([turn, (await send('POST', '/api/account/email/works', { token: member.token })).status]).toEqual([
      turn,
      200,
    ])
  expect([await own(member), await forAdmin(member)]).toEqual([null, null])
})

test('leaves the account when it is closed: the words may name the address', async () => {
  const member = await anAccount(services, 'buyer')
  await refusedBy(member, `550 5.1.1 <${member.email}>: unknown`)
  await closeByAdmin(services, member.id)
  const { rows } = await sql<{ row: string }>`SELECT a::text AS row FROM accounts a WHERE id = ${member.id}`.execute(
    services.db,
  )
  expect(rows[0]!.row).not.toContain(member.email)
  expect(rows[0]!.row).not.toContain('5.1.1')
})

test.each([
  ['550 5.1.1 no', '550 5.1.1 no'],
  [
    '550-5.1.1 The email account that you tried to reach\r\n550-5.1.1 does not exist.\n550 5.1.1 See https://x.example',
    '550-5.1.1 The email account that you tried to reach does not exist. See https://x.example',
  ],
  [`550 ${'x'.repeat(300)}`, `550 ${'x'.repeat(195)}…`],
])('a server’s words are one line of at most 200 characters: %j', (words, expected) => {
  expect(shortened(words)).toBe(expected)
})
