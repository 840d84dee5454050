import { Link, useNavigate } from 'react-router'
import { POPUP_MS } from '#contract/notices.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { Form } from '#client/forms/form.tsx'
import { useSite } from '#client/ui/site.ts'
import { IdentityError } from '#client/session/identity/identity-port.ts'
import { confirmEmailAnew } from '#client/session/session-actions.ts'
import { useForm } from '#client/forms/use-form.ts'

const loadForm = (demo: boolean) => async () => (await import('#client/session/credentials.ts')).newPasswordForm(demo)
const labels = { password: 'New password' }

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
  const navigate = useNavigate()
  const { demo } = useSite()
  const form = useForm(
    loadForm(demo),
    async ({ password }) => {
      await confirmEmailAnew(token, password)
      showPopup({
        title: 'Your email is confirmed',
        text: 'You are signed in.',
        kind: 'success',
        ms: POPUP_MS.signedIn,
      })
      await navigate('/dashboard', { replace: true })
    },
    (error) => {
      if (error instanceof IdentityError && error.code === 'auth/expired-action-code') onFailure(error)
    },
  )
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
      <Form form={form} labels={labels} submit={{ label: 'Set password and confirm', pending: 'Confirming…' }}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          problem={form.problemOf('password')}
        />
      </Form>
    </>
  )
}
