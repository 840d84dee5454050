import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { href } from '#contract/href.ts'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { titled } from '#client/ui/site.ts'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { IdentityError, type Verification } from '#client/session/identity/identity-port.ts'
import { identity } from '#client/session/identity/identity.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { useSession } from '#client/session/session.ts'

// Code splitting: only a valid link needs it.
const Open = lazy(() => import('./open-verification.tsx'))
const Confirmed = lazy(() => import('./confirmed.tsx'))

export const meta = titled('Confirm your email')

type Stage =
  | { kind: 'reading' }
  | { kind: 'open'; verification: Verification }
  | { kind: 'done'; verification: Verification }
  | { kind: 'expired' }
  | { kind: 'failed'; words: string }

async function read(query: string): Promise<Stage | { leadsTo: string }> {
  try {
    const verification = query ? await identity.readVerification(query) : null
    if (!verification) return { kind: 'expired' }
    if ('leadsTo' in verification) return verification
    return { kind: verification.isVerified ? 'done' : 'open', verification }
  } catch (error) {
    return stageAfter(error)
  }
}

function stageAfter(error: unknown): Stage {
  const expired = error instanceof IdentityError && error.code === 'auth/expired-action-code'
  return expired ? { kind: 'expired' } : { kind: 'failed', words: errorMessage(error) }
}

/** What a press in another browser has confirmed may be taken back there. */
const after = (verification: Verification): Stage => ({
  kind: 'done',
  verification: { ...verification, mayTakeBack: !verification.isOwn },
})

/**
 * Confirms an email by a mailed token. Opening the page only shows the facts; a button confirms, because mail scanners
 * open links, too.
 */
export default function VerifyEmail() {
  const [search] = useSearchParams()
  const query = search.toString()
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ kind: 'reading' })
  useEffect(() => {
    let current = true
    void read(query).then((next) => {
      if (!current) return
      if ('leadsTo' in next) void navigate(next.leadsTo, { replace: true })
      else setStage(next)
    })
    return () => {
      current = false
    }
  }, [query, navigate])

  const sheet = useRef<HTMLDivElement>(null)
  /** Focus management: the pressed button unmounts with its stage. */
  function goOn(next: Stage) {
    sheet.current?.focus()
    setStage(next)
  }
  function readAgain() {
    goOn({ kind: 'reading' })
    void read(query).then((next) => 'kind' in next && setStage(next))
  }
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      <h1>Confirm your email</h1>
      <NeedsScripts what="Confirming an email" />
      <div
        ref={sheet}
        tabIndex={-1}
        aria-live="polite"
        className="sheet noscript:hidden grid grid-cols-1 gap-4 p-5 outline-none sm:p-6"
      >
        {stage.kind === 'reading' && <p>Reading your link…</p>}
        {stage.kind === 'open' && (
          <Suspense fallback={<p>Reading your link…</p>}>
            <Open
              query={query}
              verification={stage.verification}
              onDone={() => goOn(after(stage.verification))}
              onFailure={(error) => goOn(stageAfter(error))}
            />
          </Suspense>
        )}
        {stage.kind === 'done' && (
          <Suspense fallback={<p>Reading your link…</p>}>
            <Confirmed query={query} verification={stage.verification} onFailure={(error) => goOn(stageAfter(error))} />
          </Suspense>
        )}
        {stage.kind === 'expired' && <Expired />}
        {stage.kind === 'failed' && (
          <>
            <p className="text-stamp">{stage.words}</p>
            <button type="button" className="button-outline justify-self-start" onClick={readAgain}>
              Retry
            </button>
          </>
        )}
      </div>
    </div>
  )
}

function Expired() {
  const session = useSession()
  if (session.state === 'signed-in' && session.account.emailVerified)
    return <p>Your email is confirmed already. There’s nothing left to do.</p>
  return (
    <>
      <p>This link has expired. Links work for 24 hours.</p>
      {session.state === 'signed-in' ? (
        <VerificationMail label="Send a new link" />
      ) : (
        <p>
          <Link to={`${href('/login')}?from=%2Fdashboard%2Faccount`}>Log in</Link> to send yourself a new one from your
          account page.
        </p>
      )}
    </>
  )
}
