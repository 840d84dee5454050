import { Link } from 'react-router'
import { NewPasswordForm, PasswordOwner } from '#client/session/new-password-form.tsx'
import { confirmEmailAnew } from '#client/session/session-actions.ts'

/**
 * For everybody else who reads the email's mail: a new password, because the old one may be a stranger's. Whoever
 * signed up themselves, in another browser, had better log in first.
 */
export function ConfirmAnew({
  token,
  email,
  login,
  onFailure,
}: {
  token: string
  email: string
  login: string
  onFailure: (error: unknown) => void
}) {
  return (
    <>
      <p>
        <strong>Signed up in another browser?</strong> <Link to={login}>Log in here first</Link>, and you keep your
        password and your books.
      </p>
      <p>
        Otherwise choose a new password. It replaces the one from sign-up, signs out every other device, and takes down
        books listed with this email so far.
      </p>
      <NewPasswordForm
        choose={(password) => confirmEmailAnew(token, password)}
        done="Your email is confirmed"
        onExpired={onFailure}
        submit={{ label: 'Set password and confirm', pending: 'Confirming…' }}
      >
        <PasswordOwner email={email} />
      </NewPasswordForm>
    </>
  )
}
