import { useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { NewPasswordForm } from '#client/session/new-password-form.tsx'
import { resetPassword } from '#client/session/session-actions.ts'

/** New-password form of a mailed link, which also signs this browser in. */
export function ChoosePassword({ token, invited }: { token: string; invited: boolean }) {
  const [expired, setExpired] = useState(false)
  if (expired) return <Expired invited={invited} />
  return (
    <>
      <h1>{invited ? 'Welcome' : 'Choose a new password'}</h1>
      <NewPasswordForm
        choose={(password) => resetPassword(token, password)}
        done="Your password is set"
        onExpired={() => setExpired(true)}
        submit={{ label: 'Set the password', pending: 'Saving…' }}
        className="sheet p-5 sm:p-6"
      >
        <p>
          {invited
            ? 'We’ve opened an account for you. Choose a password to make it yours.'
            : 'Setting a new password signs you in here and signs out all your other devices.'}
        </p>
      </NewPasswordForm>
    </>
  )
}

function Expired({ invited }: { invited: boolean }) {
  return (
    <>
      <h1>This link has expired</h1>
      <div role="alert" className="grid gap-4">
        <p>It works once, for {invited ? 'a day at most' : 'one hour'}. Your password wasn’t changed.</p>
        <p>
          <Link to={href('/reset-password')} reloadDocument className="touchable inline-block py-1">
            Get a new link
          </Link>
        </p>
      </div>
    </>
  )
}
