import { expect, test } from 'vitest'
import { linkIn, startIdentityServer, type IdentityServer } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer({ refuseCommonPasswords: true })
const demo = await startIdentityServer()

const refused = {
  status: 400,
  json: {
    code: 'PASSWORD_TOO_COMMON',
    message: 'This is one of the commonest passwords. Please choose another one.',
  },
}

test('the commonest passwords can’t be set, by whichever way, with the reason', async () => {
  const email = 'owner@example.org'
  const browser = server.browser()
  const signUp = (password: string) => browser.send('POST', 'sign-up/email', { name: '', email, password })
  expect(await signUp('123456')).toMatchObject(refused)
  expect((await signUp('tide table')).status).toBe(200)
  const change = { currentPassword: 'tide table', newPassword: 'Passw0rd!' }
  expect(await browser.send('POST', 'change-password', change)).toMatchObject(refused)
  const token = linkIn(server.mails.at(-1)).searchParams.get('token')
  const elsewhere = server.browser()
  expect(await elsewhere.send('POST', 'verify-email', { token, newPassword: 'qwertz' })).toMatchObject(refused)
  await elsewhere.send('POST', 'request-password-reset', { email })
  const reset = { token: linkIn(server.mails.at(-1)).searchParams.get('token'), newPassword: 'iloveyou' }
  expect(await elsewhere.send('POST', 'reset-password', reset)).toMatchObject(refused)
  // A refusal uses up no link and revokes no access.
  expect(server.handedOver).toEqual([])
  expect((await elsewhere.send('POST', 'reset-password', { ...reset, newPassword: 'sea wall' })).status).toBe(200)
})

test('six characters stay the minimum everywhere, and the demo takes the commonest ones', async () => {
  const signUp = async (at: IdentityServer, email: string, password: string) =>
    (await at.browser().send('POST', 'sign-up/email', { name: '', email, password })).json.code ?? 'fine'
  expect(await signUp(server, 'a@example.org', 'tides')).toBe('PASSWORD_TOO_SHORT')
  expect(await signUp(server, 'b@example.org', 'tidesx')).toBe('fine')
  expect(await signUp(demo, 'c@example.org', '12345')).toBe('PASSWORD_TOO_SHORT')
  expect(await signUp(demo, 'd@example.org', '123456')).toBe('fine')
})
