import { firebaseIdentity } from '#server/providers/firebase/firebase-identity.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { firebaseBrowser } from './firebase-browser.ts'
import { startFirebaseServer } from './firebase-server.ts'
import { identitySuite, type Session } from './identity.ts'
import { startIdentityServer, type Browser } from './identity-server.ts'

identitySuite('The embedded identity provider', { proofSeconds: 300 }, async () => {
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

const APART = 'Firebase’s tokens name no session'
const IN_BROWSERS = 'passwords are checked in the browser'

const OWN_FACTORS = 'Firebase asks for its own'
const OWN_LINKS = 'Firebase’s open a session wherever they are opened'
const withServiceAccount = { checkPassword: IN_BROWSERS, sessions: APART, factors: OWN_FACTORS, signInLinks: OWN_LINKS }
const without = { ...withServiceAccount, management: 'without a service account' }

for (const lacks of [withServiceAccount, without])
  identitySuite(
    `Firebase, ${'management' in lacks ? 'without' : 'with'} a service account`,
    { proofSeconds: 3600, lacks },
    async () => {
      const clock = testClock()
      const server = await startFirebaseServer(clock)
      afterwards(() => server.close())
      const ended: string[] = []
      const { projectId, at } = server
      const serviceAccount = 'management' in lacks ? null : server.serviceAccount
      const web = { apiKey: 'AIza', authDomain: 'club.firebaseapp.com', appId: '1:1:web:1' }
      const identity = firebaseIdentity({
        project: { ...web, projectId, serviceAccount, emulator: null },
        publicUrl: 'http://localhost:4000',
        allowedOrigins: [],
        clock,
        log: { warn: () => {} },
        events: {
          onCredentialsChanged: async (id) => void ended.push(id),
          onHandedOver: async () => {},
          mayBePhoto: async () => false,
          isUnproven: async () => false,
          isAwaited: async () => false,
        },
        at,
      })
      const browser = firebaseBrowser(server.base, web.apiKey)
      return { identity, clock, ended, ...browser, nextSecond: () => clock.advance(1) }
    },
  )
