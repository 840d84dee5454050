import { identitySuite, type Session } from './identity.ts'
import { startIdentityServer, type Browser } from './identity-server.ts'

identitySuite('The embedded identity provider', async () => {
  const server = await startIdentityServer()
  const attempt = async (path: string, body: object): Promise<Session | null> => {
    const browser: Browser = server.browser()
    const { status } = await browser.send('POST', path, body)
    return status === 200 ? { proof: () => browser.proof() } : null
  }
  return {
    ...server,
    signUp: (person) => attempt('sign-up/email', person),
    signIn: (email, password) => attempt('sign-in/email', { email, password }),
    useLink: (link, newPassword) =>
      attempt('reset-password', { token: new URL(link).searchParams.get('token'), newPassword }),
  }
})
