import { useEffect, useRef, useState } from 'react'
import { ActionButton } from '#client/forms/action-button.tsx'
import { identity } from '#client/session/identity/identity.ts'
import type { BrowserFactors } from '#client/session/identity/identity-port.ts'
import { enterByPasskey, signInByPasskey } from '#client/session/session-actions.ts'

/**
 * Sign-in by a passkey: by a button, and in the autofill of the email where the browser can. Hidden where passkeys don't
 * work, as at an address by number.
 */
export default function PasskeySignIn({ onDone }: { onDone: () => Promise<void> }) {
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
  if (!factors) return null
  const signIn = () =>
    signInByPasskey().catch((error: unknown) => {
      setFailures((count) => count + 1)
      throw error
    })
  return (
    <>
      <ActionButton
        act={signIn}
        label="Sign in with a passkey"
        look="button-outline w-full"
        repeats
        onDone={() => void onDone()}
      />
      <AutofillOffer key={failures} factors={factors} onDone={onDone} />
    </>
  )
}

function AutofillOffer({ factors, onDone }: { factors: BrowserFactors; onDone: () => Promise<void> }) {
  const done = useRef(onDone)
  useEffect(
    () =>
      factors.offerPasskeys(async (user) => {
        await enterByPasskey(user)
        await done.current()
      }),
    [factors],
  )
  return null
}
