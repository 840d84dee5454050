import { isLoopback } from './is-loopback.ts'
import type { Read, Settings } from './settings.ts'

/** Settings that belong together. */
export const FIREBASE_TOGETHER = [
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_APP_ID',
] as const

/** Mistakes that show only when the settings of Firebase are looked at together. */
export function firebaseContradictions({ values, given }: Read, mode: Settings['DOGEAR_MODE'] | null): string[] {
  const project = values.FIREBASE_PROJECT_ID
  const emulator = given.has('FIREBASE_AUTH_EMULATOR_HOST')
  const isMadeUp = project?.startsWith('demo-') ?? false
  const mistakes: string[] = []
  const alone = (['FIREBASE_SERVICE_ACCOUNT', 'FIREBASE_AUTH_EMULATOR_HOST'] as const).filter((name) => given.has(name))
  if (alone.length > 0 && !FIREBASE_TOGETHER.some((name) => given.has(name)))
    mistakes.push(`${alone.join(', ')}: has no effect without ${FIREBASE_TOGETHER.join(', ')}`)
  const google = (['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const).filter((name) => given.has(name))
  if (google.length > 0 && given.has('FIREBASE_PROJECT_ID'))
    mistakes.push(`${google.join(', ')}: has no effect with Firebase; switch Google on in Firebase’s console instead`)
  const account = values.FIREBASE_SERVICE_ACCOUNT
  if (account && project && account.projectId !== project)
    mistakes.push(
      `FIREBASE_SERVICE_ACCOUNT: is of the project ${account.projectId}, and FIREBASE_PROJECT_ID is ${project}`,
    )
  if (isMadeUp && !emulator)
    mistakes.push(
      'FIREBASE_PROJECT_ID: begins with demo-, which only the emulator knows; set FIREBASE_AUTH_EMULATOR_HOST',
    )
  if (!emulator) return [...mistakes, ...wrongKey(values)]
  if (mode === 'live')
    mistakes.push('FIREBASE_AUTH_EMULATOR_HOST: is for the demo; anyone can sign in as anyone with an emulator')
  if (project && !isMadeUp)
    mistakes.push('FIREBASE_AUTH_EMULATOR_HOST: needs a FIREBASE_PROJECT_ID that begins with demo-, such as demo-club')
  const host = values.FIREBASE_AUTH_EMULATOR_HOST?.replace(/:\d+$/, '')
  if (host !== undefined && !isLoopback(host))
    mistakes.push('FIREBASE_AUTH_EMULATOR_HOST: must be on this machine, such as 127.0.0.1:9099')
  return mistakes
}

/** A key of the service itself has this form; the emulator takes any. */
function wrongKey({ FIREBASE_API_KEY: key }: Settings): string[] {
  return key === undefined || /^AIza[\w-]{35}$/.test(key)
    ? []
    : ['FIREBASE_API_KEY: must be the apiKey of the web app’s configuration: 39 characters that begin with AIza']
}

/** The Firebase project that keeps the sign-ins; null for none. */
export function firebaseProject(read: Settings) {
  const { FIREBASE_API_KEY: apiKey, FIREBASE_AUTH_DOMAIN: authDomain } = read
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_APP_ID: appId } = read
  if (!apiKey || !authDomain || !projectId || !appId) return null
  const { FIREBASE_SERVICE_ACCOUNT: serviceAccount = null, FIREBASE_AUTH_EMULATOR_HOST: emulator = null } = read
  return { apiKey, authDomain, projectId, appId, serviceAccount, emulator }
}
