const { OUTSIDE_FIREBASE_EMULATOR: host = '', OUTSIDE_FIREBASE_PROJECT: project = '' } = process.env

export { host as emulatorHost }

/** Settings of a shop whose people sign in with the emulator. */
export const atEmulator = {
  FIREBASE_API_KEY: 'any-key',
  FIREBASE_AUTH_DOMAIN: `${project}.firebaseapp.com`,
  FIREBASE_PROJECT_ID: project,
  FIREBASE_APP_ID: '1:1234567890:web:0a1b2c',
  FIREBASE_AUTH_EMULATOR_HOST: host,
}

/** Refusals of the emulator; its popup takes its looks from the internet, and its frame may find no storage. */
export const EMULATOR_NOISE =
  /status of 400.*(identitytoolkit|securetoken)|status of 401.*\/api\/jwt|emulator\/auth\/iframe|unpkg\.com|fonts\.g|ERR_(NAME|INTERNET|FAILED|TUNNEL|PROXY)/

/** Calls the emulator with the rights of the project’s own server. */
const asOwner = (path: string, method: 'PATCH' | 'POST', body: object) =>
  fetch(`http://${host}/identitytoolkit.googleapis.com/${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Latest code that the emulator would have mailed to an address. */
export async function mailedCode(email: string, requestType: string): Promise<string> {
  const answer = await fetch(`http://${host}/emulator/v1/projects/${project}/oobCodes`)
  const { oobCodes } = (await answer.json()) as {
    oobCodes: { email: string; requestType: string; oobCode: string }[]
  }
  const found = oobCodes.findLast((code) => code.email === email && code.requestType === requestType)
  if (!found) throw new Error(`No ${requestType} was sent to ${email}.`)
  return found.oobCode
}

export async function isKnownAtEmulator(email: string): Promise<boolean> {
  const answer = await asOwner(`v1/projects/${project}/accounts:lookup`, 'POST', { email: [email] })
  return ((await answer.json()) as { users?: unknown[] }).users !== undefined
}

/** Has the emulator give away whether an email has an account, as projects of before September 2023 do. */
export const protectEmails = (enableImprovedEmailPrivacy: boolean) =>
  asOwner(`v2/projects/${project}/config?updateMask=emailPrivacyConfig`, 'PATCH', {
    emailPrivacyConfig: { enableImprovedEmailPrivacy },
  })
