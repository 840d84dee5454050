import { useState } from 'react'
import { refreshAccount } from '#client/session/session-actions.ts'
import { identity } from '#client/session/identity/identity.ts'

/** For who is signed in as the very person: one button, and the password stays. */
export function ConfirmHere({
  token,
  onDone,
  onFailure,
}: {
  token: string
  onDone: () => void
  onFailure: (error: unknown) => void
}) {
  const [pending, setPending] = useState(false)

  async function confirm() {
    setPending(true)
    try {
      await identity.verifyEmail(token)
      await refreshAccount().catch(() => {})
      onDone()
    } catch (error) {
      onFailure(error)
    }
  }
  return (
    <>
      <p>You keep your password. Other devices are signed out.</p>
      <button type="button" className="button" aria-disabled={pending} onClick={() => !pending && void confirm()}>
        {pending && <span className="spinner" aria-hidden="true" />}
        {pending ? 'Confirming…' : 'Confirm this email'}
      </button>
    </>
  )
}
