import { useState } from 'react'
import { confirmEmailAnew } from '#client/session/session-actions.ts'
import { NewPasswordForm, PasswordOwner } from '#client/session/new-password-form.tsx'

/** A new password in place of the sign-up's, which may be a stranger's; opened by a press where that is unlikely. */
export function LockOut({
  query,
  email,
  isOpen,
  onFailure,
}: {
  query: string
  email: string
  isOpen: boolean
  onFailure: (error: unknown) => void
}) {
  const [isShown, setShown] = useState(isOpen)
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-rule pt-4">
      <p>
        Someone else used your email? Set a new password to lock them out and remove what they listed.
        {isOpen && ' It signs out every other device.'}
      </p>
      {isShown ? (
        <NewPasswordForm
          choose={(password) => confirmEmailAnew(query, password)}
          done="Your email is confirmed"
          onExpired={onFailure}
          submit={{ label: 'Set password and confirm', pending: 'Confirming…' }}
        >
          <PasswordOwner email={email} />
        </NewPasswordForm>
      ) : (
        <button type="button" className="button-quiet -mx-2.5 justify-self-start" onClick={() => setShown(true)}>
          Set a new password
        </button>
      )}
    </div>
  )
}
