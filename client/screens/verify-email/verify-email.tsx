import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { titled } from '#client/parts/site.ts'
import { VerificationMail } from '#client/parts/verification-mail.tsx'
import { IdentityError } from '#client/session/identity/identity-port.ts'
import { identity } from '#client/session/identity/identity.ts'
import { inWords } from '#client/session/identity-words.ts'
import { useSession } from '#client/session/session.ts'

export const meta = titled('Confirm your address', { noIndex: true })

type Outcome = { kind: 'pending' } | { kind: 'done' } | { kind: 'expired' } | { kind: 'failed'; words: string }

// A token is shown to the server once, however often the page is drawn.
const attempts = new Map<string, Promise<Outcome>>()

function verifyOnce(token: string): Promise<Outcome> {
  const attempt = attempts.get(token) ?? verify(token)
  attempts.set(token, attempt)
  return attempt
}

async function verify(token: string): Promise<Outcome> {
  try {
    if (!token) return { kind: 'expired' }
    await identity.verifyEmail(token)
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'auth/expired-action-code') return { kind: 'expired' }
    return { kind: 'failed', words: inWords(error) }
  }
}

/** Confirms an address by the token of a mailed link, and says how that went. */
export default function VerifyEmail() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'pending' })
  useEffect(() => void verifyOnce(token).then(setOutcome), [token])

  function retry() {
    attempts.delete(token)
    setOutcome({ kind: 'pending' })
    void verifyOnce(token).then(setOutcome)
  }
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      <h1>Confirm your address</h1>
      <div aria-live="polite" className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6">
        {outcome.kind === 'pending' && <p>One moment, your address is being confirmed…</p>}
        {outcome.kind === 'done' && <Confirmed />}
        {outcome.kind === 'expired' && <Expired />}
        {outcome.kind === 'failed' && (
          <>
            <p className="text-stamp">{outcome.words}</p>
            <button type="button" className="button-outline justify-self-start" onClick={retry}>
              Retry
            </button>
          </>
        )}
      </div>
      <noscript>Confirming an address needs JavaScript.</noscript>
    </div>
  )
}

function Confirmed() {
  const { state } = useSession()
  return (
    <>
      <p>
        <strong>Thank you, your address is confirmed.</strong> Others see you as verified from now on.
      </p>
      <p>{state === 'signed-in' ? <Link to="/dashboard">Go to the dashboard</Link> : <Link to="/login">Login</Link>}</p>
    </>
  )
}

function Expired() {
  const session = useSession()
  if (session.state === 'signed-in' && session.account.emailVerified)
    return <p>Your address is confirmed already; there is nothing left to do.</p>
  return (
    <>
      <p>This link doesn’t work any more: it lapses after 24 hours.</p>
      {session.state === 'signed-in' ? (
        <VerificationMail label="Send a new link" />
      ) : (
        <p>
          <Link to="/login?from=%2Fdashboard%2Faccount">Login</Link> and have a new one sent from your account page.
        </p>
      )}
    </>
  )
}
