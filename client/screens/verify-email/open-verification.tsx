import { useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { loginAddress } from '#client/session/origin.ts'
import { Fact } from '#client/ui/facts/fact.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import type { Verification } from '#client/session/identity/identity-port.ts'
import { refreshAccount } from '#client/session/session-actions.ts'
import { identity } from '#client/session/identity/identity.ts'
import { LockOut } from './lock-out.tsx'

interface OpenProps {
  query: string
  verification: Verification
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Valid verification link: its facts, and the button that confirms. */
export default function OpenVerification(given: OpenProps) {
  const { query, verification, onFailure } = given
  const { isOwn, takesPress, takesPassword, email, question } = verification
  return (
    <>
      <VerificationFacts verification={verification} />
      {question && (isOwn || takesPress) && (
        <div className="grid gap-1">
          <p>
            Confirming sends your question about “<bdi>{question.title}</bdi>”:
          </p>
          <blockquote dir="auto" className="border-s-4 border-rule ps-3 wrap-anywhere whitespace-pre-wrap">
            {question.text}
          </blockquote>
        </div>
      )}
      {isOwn || takesPress ? (
        <ConfirmButton {...given}>
          {isOwn
            ? 'You keep your password. Other devices are signed out.'
            : 'Did you sign up with this email? One press confirms it.'}
        </ConfirmButton>
      ) : (
        <LogInFirst query={query} keepsBooks={takesPassword} />
      )}
      {!isOwn && takesPassword && <LockOut query={query} email={email} isOpen={!takesPress} onFailure={onFailure} />}
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

/** Button that confirms without a password: in the person's own session, or for an unused account. */
function ConfirmButton({ query, onDone, onFailure, children }: Omit<OpenProps, 'verification'> & { children: string }) {
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
      <p>{children}</p>
      <button type="button" className="button" aria-disabled={pending} onClick={() => !pending && void confirm()}>
        {pending && <span className="spinner" aria-hidden="true" />}
        {pending ? 'Confirming…' : 'Confirm this email'}
      </button>
    </>
  )
}

/** Link to the login, outside of the person's session: who knows the password keeps it and goes on. */
function LogInFirst({ query, keepsBooks }: { query: string; keepsBooks: boolean }) {
  const login = loginAddress(`${href('/verify-email')}?${query}`)
  return keepsBooks ? (
    <p>
      <strong>Signed up on another device?</strong> <Link to={login}>Log in here first</Link>, and you keep your
      password and your books.
    </p>
  ) : (
    <p>
      <strong>Did you sign up with this email?</strong> <Link to={login}>Log in here first</Link>, and confirm it then.
    </p>
  )
}
