import { firebaseIdentity } from '#server/providers/firebase/firebase-identity.ts'
import { firebaseBrowser } from '#tests/port-suites/firebase-browser.ts'
import { identitySuite } from '#tests/port-suites/identity.ts'
import { testClock } from '#tests/kit/test-clock.ts'

const { OUTSIDE_FIREBASE_EMULATOR: host = '', OUTSIDE_FIREBASE_PROJECT: projectId = '' } = process.env

const lacks = {
  checkPassword: 'passwords are checked in the browser',
  sessions: 'Firebase’s tokens name no session',
  factors: 'Firebase has second factors of its own',
  signInLinks: 'Firebase’s open a session wherever they are opened',
  signing: 'the emulator signs nothing',
  endingOlderLinks: 'the emulator keeps them',
}

identitySuite('Firebase, by its emulator', { proofSeconds: 3600, lacks }, async () => {
  // The emulator's clock is the machine's; ours follows it, and a test may put it forward.
  const put = testClock()
  const start = put.now().getTime()
  const clock = { ...put, now: () => new Date(Date.now() + put.now().getTime() - start) }
  const ended: string[] = []
  const identity = firebaseIdentity({
    project: {
      projectId,
      apiKey: 'any-key',
      authDomain: `${projectId}.firebaseapp.com`,
      appId: '1:1:web:1',
      serviceAccount: null,
      emulator: host,
    },
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
  })
  const nextSecond = () => new Promise<void>((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000) + 5))
  return { identity, clock, ended, ...firebaseBrowser(`http://${host}`, 'any-key'), nextSecond }
})
