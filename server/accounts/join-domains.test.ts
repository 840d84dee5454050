import { afterEach, describe, expect, test } from 'vitest'
import { inviteAccount } from '#server/accounts/invite-account.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount, confirmTheEmail, proofOf, type ProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server
const admin = await anAccount(services, 'admin')

async function allow(joinDomains: string) {
  const { revision } = (await send('GET', '/api/settings', { as: admin })).json
  const saved = await send('PATCH', '/api/settings', { as: admin, body: { revision, joinDomains } })
  return saved.json
}
afterEach(() => allow(''))

let people = 0
const at = (domain: string) => `joins-${process.pid}-${++people}@${domain}`
const join = (person: ProvenAccount, on: TestServer = server) =>
  on.send('POST', '/api/signup', {
    token: person.proof,
    body: { name: 'Ann Berg', email: person.email, checked: 'buyer' },
  })
const REFUSED = 'This club is for addresses at example.edu.'

describe('where addresses at example.edu may join', () => {
  test('others are refused at the field, and the browser knows before', async () => {
    expect((await allow(' @Example.EDU , example.edu ')).values.joinDomains).toBe('example.edu')
    expect((await send('GET', '/api/config')).json.joinDomains).toEqual(['example.edu'])
    for (const domain of ['example.org', 'cs.example.edu']) {
      const person = await aProvenAccount(server, null, 'Ann Berg', at(domain))
      expect(await join(person)).toMatchObject({
        status: 422,
        json: { code: 'invalid_input', detail: REFUSED, invalidFields: [{ field: 'email', message: REFUSED }] },
      })
      const asked = await send('POST', '/api/jwt', { token: person.proof, body: { email: person.email } })
      expect(asked.json.code).toBe('no_account')
    }
    expect((await join(await aProvenAccount(server, null, 'Ann Berg', at('example.edu')))).status).toBe(200)
  })

  test('members stay, who sign in as before', async () => {
    const member = await aProvenAccount(server, 'buyer', 'Ann Berg', at('example.org'))
    await allow('example.edu')
    expect((await join(member)).status).toBe(200)
    const asked = await send('POST', '/api/jwt', { token: member.proof, body: { email: member.email } })
    expect(asked.status).toBe(200)
  })

  test('the operator invites others all the same', async () => {
    await allow('example.edu')
    const email = at('example.org')
    const { account } = await inviteAccount(services, { email, role: 'seller' })
    expect(account).toMatchObject({ email, role: 'seller' })
  })

  test('a member’s new email is of these domains', async () => {
    const member = await aProvenAccount(server, 'buyer', 'Ann Berg', at('example.org'))
    await confirmTheEmail(server, member.identityId)
    const proof = await proofOf(server, member.cookie)
    const { token } = (await send('POST', '/api/jwt', { token: proof, body: { email: member.email } })).json
    const ask = (email: string) =>
      send('POST', '/api/account/email', { token, body: { email, password: member.password } })
    await allow('example.edu')
    expect(await ask(at('example.net'))).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'email', message: REFUSED }] },
    })
    expect((await ask(at('example.edu'))).status).toBe(200)
  })
})

test('what is no domain is refused, and nothing is saved', async () => {
  const { revision } = (await send('GET', '/api/settings', { as: admin })).json
  const body = { revision, joinDomains: 'example.edu, everyone' }
  expect(await send('PATCH', '/api/settings', { as: admin, body })).toMatchObject({
    status: 422,
    json: { invalidFields: [{ field: 'joinDomains', message: expect.stringMatching(/^Enter domains such as/) }] },
  })
  expect((await send('GET', '/api/config')).json.joinDomains).toEqual([])
})
