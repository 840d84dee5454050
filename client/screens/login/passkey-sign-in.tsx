import { useEffect, useRef, useState } from 'react'
import { ActionButton } from '#client/forms/action-button.tsx'
import { identity } from '#client/session/identity/identity.ts'
import type { BrowserFactors } from '#client/session/identity/identity-port.ts'

// Code splitting: a visitor who signs in by password loads them with the first press.
const loadActions = () => import('#client/session/session-actions.ts')

interface PasskeySignInProps {
  /** The button was pressed before this part had loaded. */
  isPressed: boolean
  onDone: () => Promise<void>
}

/**
 * Sign-in by a passkey: by a button, and in the autofill of the email where the browser can. Hidden where passkeys don't
 * work, as at an address by number.
 */
export default function PasskeySignIn({ isPressed, onDone }: PasskeySignInProps) {
  const [factors, setFactors] = useState<BrowserFactors | null>(null)
  /** A press ends the offer in the autofill; after a failed one it begins again. */
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    void identity
      .factors()
      .then((found) => found?.passkeysWork() && setFactors(found))
      // The password is there.
      .catch(() => undefined)
  }, [])
  const button = useRef<HTMLDivElement>(null)
  const isStarted = useRef(false)
  useEffect(() => {
    if (!factors || !isPressed || isStarted.current) return
    isStarted.current = true
    button.current?.querySelector('button')?.click()
  }, [factors, isPressed])
  if (!factors) return null
  const signIn = () =>
    loadActions()
      .then(({ signInByPasskey }) => signInByPasskey())
      .catch((error: unknown) => {
        setFailures((count) => count + 1)
        throw error
      })
  return (
    <div ref={button}>
      <ActionButton
        act={signIn}
        label="Sign in with a passkey"
        look="button-outline w-full"
        repeats
        onDone={() => void onDone()}
      />
      <AutofillOffer key={failures} factors={factors} onDone={onDone} />
    </div>
  )
}

function AutofillOffer({ factors, onDone }: { factors: BrowserFactors; onDone: () => Promise<void> }) {
  const done = useRef(onDone)
  useEffect(
    () =>
      factors.offerPasskeys(async (user) => {
        await (await loadActions()).enterByPasskey(user)
        await done.current()
      }),
    [factors],
  )
  return null
}
