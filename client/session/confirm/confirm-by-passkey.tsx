import { useEffect, useState } from 'react'
import { ActionButton } from '#client/forms/action-button.tsx'
import { identity } from '#client/session/identity/identity.ts'
import type { BrowserFactors } from '#client/session/identity/identity-port.ts'
import { useAccount } from '#client/session/use-account.ts'

/** A sign-in by passkey as proof that it is them. Hidden where passkeys don't work. */
export function ConfirmByPasskey({ onProof }: { onProof: (proof: string) => Promise<void> }) {
  const { identityId } = useAccount()
  const [factors, setFactors] = useState<BrowserFactors | null>(null)
  useEffect(() => {
    let isCurrent = true
    identity
      .factors()
      .then((found) => isCurrent && found?.passkeysWork() && setFactors(found))
      // Without them there is the password.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [])
  if (!factors) return null
  async function confirm(port: BrowserFactors) {
    const { uid } = await port.signInByPasskey()
    if (uid !== identityId) throw new Error('That was another account. Please confirm with your own.')
    await onProof(await identity.getIdToken())
  }
  return (
    <ActionButton
      act={() => confirm(factors)}
      label="Confirm with a passkey instead"
      look="button-outline w-full"
      repeats
    />
  )
}
