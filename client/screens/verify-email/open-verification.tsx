import { useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { loginAddress } from '#client/session/origin.ts'
import { Fact } from '#client/ui/facts/fact.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import type { Verification } from '#client/session/identity/identity-port.ts'
import { refreshAccount, confirmEmailAnew } from '#client/session/session-actions.ts'
import { identity } from '#client/session/identity/identity.ts'
import { NewPasswordForm, PasswordOwner } from '#client/session/new-password-form.tsx'

/** Valid verification link: its facts, and the button that confirms. */
export default function OpenVerification({
  query,
  verification,
  onDone,
  onFailure,
}: {
  query: string
  verification: Verification
  onDone: () => void
  onFailure: (error: unknown) => void
}) {
  return (
    <>
      <VerificationFacts verification={verification} />
      {verification.isOwn ? (
        <ConfirmHere query={query} onDone={onDone} onFailure={onFailure} />
      ) : (
        <ConfirmAgain
          query={query}
          email={verification.email}
          takesPassword={verification.takesPassword}
          login={loginAddress(`${href('/verify-email')}?${query}`)}
          onFailure={onFailure}
        />
      )}
      <p className="text-sm text-ink-2">Not you? Close this page, and nothing happens.</p>
    </>
  )
}

/** Facts of a verification: the email, the name, and the time of sign-up. */
function VerificationFacts({ verification: { email, name, signedUpAt } }: { verification: Verification }) {
  return (
    <dl className="facts">
      <Fact name="Email">
        <span className="wrap-anywhere">{email}</span>
      </Fact>
      {signedUpAt && (
        <>
          <Fact name="Name">{name ? <span className="wrap-anywhere">{name}</span> : 'No name given'}</Fact>
          <Fact name="Signed up">
            <TimeAgo date={signedUpAt} />
          </Fact>
        </>
      )}
    </dl>
  )
}

/** Email confirmation in the person's own session: one button, same password. */
function ConfirmHere({
  query,
  onDone,
  onFailure,
}: {
  query: string
  onDone: () => void
  onFailure: (error: unknown) => void
}) {
  const [pending, setPending] = useState(false)

  async function confirm() {
    setPending(true)
    try {
      await identity.verifyEmail(query)
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

/**
 * Email confirmation outside of the person's session: sets a new password, because the old one may be a stranger's.
 * Members who signed up in another browser should log in first.
 */
function ConfirmAgain({
  query,
  email,
  takesPassword,
  login,
  onFailure,
}: {
  query: string
  email: string
  takesPassword: boolean
  login: string
  onFailure: (error: unknown) => void
}) {
  if (!takesPassword)
    return (
      <p>
        <strong>Did you sign up with this email?</strong> <Link to={login}>Log in here first</Link>, and confirm it
        then.
      </p>
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
      <NewPasswordForm
        choose={(password) => confirmEmailAnew(query, password)}
        done="Your email is confirmed"
        onExpired={onFailure}
        submit={{ label: 'Set password and confirm', pending: 'Confirming…' }}
      >
        <PasswordOwner email={email} />
      </NewPasswordForm>
    </>
  )
}
