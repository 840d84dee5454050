import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { IdentityError } from '#client/session/identity/identity-port.ts'
import { passkeysWork } from '#client/session/identity/passkeys-work.ts'
import { ask } from './identity-requests.ts'

/** Shorter than the server remembers a challenge. */
const RENEW_OFFER_MS = 4 * 60_000

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Creates a passkey and adds it to the signed-in account, once it may be added. */
export async function createPasskey(name: string): Promise<void> {
  const optionsJSON = (await ask('passkeys/options', {})) as unknown as CreationOptions
  const credential = await startRegistration({ optionsJSON }).catch(rejectInWords)
  await ask('passkeys/add', { name, credential })
}

/** Signs in by a passkey that the browser lets its owner choose. */
export async function usePasskey(): Promise<void> {
  const credential = await startAuthentication({ optionsJSON: await requestOptions() }).catch(rejectInWords)
  await ask('passkeys/sign-in', { credential })
}

/**
 * Offers passkeys in the autofill of the field marked for it, where the browser can; `onUsed` follows a sign-in. Returns
 * what ends the offer. Asked again before its challenge expires.
 */
export function offerPasskeys(onUsed: () => Promise<void>): () => void {
  let isOver = false
  async function offer(): Promise<void> {
    if (isOver || !passkeysWork() || !(await browserSupportsWebAuthnAutofill())) return
    const optionsJSON = await requestOptions()
    if (isOver) return
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    await ask('passkeys/sign-in', { credential })
    await onUsed()
  }
  // Failures stay silent: the password form is the fallback.
  const offerQuietly = () => void offer().catch(() => {})
  offerQuietly()
  const renewing = setInterval(offerQuietly, RENEW_OFFER_MS)
  return () => {
    isOver = true
    clearInterval(renewing)
    WebAuthnAbortService.cancelCeremony()
  }
}

const requestOptions = async () => (await ask('passkeys/sign-in-options', {})) as unknown as RequestOptions

function rejectInWords(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  const code = name === 'InvalidStateError' ? 'auth/passkey-exists' : 'auth/passkey-cancelled'
  throw new IdentityError(code, { cause: error })
}
