import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { POPUP_MS } from '#contract/notices.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { Form } from '#client/forms/form.tsx'
import { useSite } from '#client/ui/site.ts'
import { IdentityError } from '#client/session/identity/identity-port.ts'
import { resetPassword } from '#client/session/session-actions.ts'
import { useForm } from '#client/forms/use-form.ts'

const loadForm = (demo: boolean) => async () => (await import('#client/session/credentials.ts')).newPasswordForm(demo)
const labels = { password: 'New password' }

/** Sets a password by a mailed link, which also signs this browser in. */
export function ChoosePassword({ token, invited }: { token: string; invited: boolean }) {
  const navigate = useNavigate()
  const [expired, setExpired] = useState(false)
  const { demo } = useSite()
  const form = useForm(
    loadForm(demo),
    async ({ password }) => {
      await resetPassword(token, password)
      showPopup({ title: 'Your password is set', text: 'You are signed in.', kind: 'success', ms: POPUP_MS.signedIn })
      await navigate('/dashboard', { replace: true })
    },
    (error) => setExpired(error instanceof IdentityError && error.code === 'auth/expired-action-code'),
  )
  if (expired) return <Expired invited={invited} />
  return (
    <>
      <h1>{invited ? 'Welcome' : 'Choose a new password'}</h1>
      <Form
        form={form}
        labels={labels}
        submit={{ label: 'Set the password', pending: 'Saving…' }}
        className="sheet p-5 sm:p-6"
      >
        <p>
          {invited
            ? 'We’ve opened an account for you. Choose a password to make it yours.'
            : 'Setting a new password signs you in here and signs out all your other devices.'}
        </p>
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

function Expired({ invited }: { invited: boolean }) {
  return (
    <>
      <h1>This link has expired</h1>
      <div role="alert" className="grid gap-4">
        <p>It works once, for {invited ? '24 hours' : 'one hour'}. Your password wasn’t changed.</p>
        <p>
          <Link to="/reset-password" reloadDocument>
            Get a new link
          </Link>
        </p>
      </div>
    </>
  )
}
