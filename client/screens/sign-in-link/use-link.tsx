import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { POPUP_MS } from '#contract/notices.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { identity } from '#client/session/identity/identity.ts'
import { IdentityError, type SignInLink } from '#client/session/identity/identity-port.ts'
import { needsSecondStep, useSecondStep } from '#client/session/second-step-needed.ts'
import { signInByLink } from '#client/session/session-actions.ts'
import { useReturnPath } from '#client/session/use-return-path.ts'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'

type Stage = { kind: 'reading' | 'expired' } | { kind: 'failed'; words: string } | { kind: 'open'; link: SignInLink }

async function read(token: string): Promise<Stage> {
  try {
    const link = await (await identity.signInLinks())?.read(token)
    return link ? { kind: 'open', link } : { kind: 'expired' }
  } catch (error) {
    return stageAfter(error)
  }
}

function stageAfter(error: unknown): Stage {
  const isExpired = error instanceof IdentityError && error.code === 'auth/expired-action-code'
  return isExpired ? { kind: 'expired' } : { kind: 'failed', words: errorMessage(error) }
}

/** Whom the link signs in, and the button that does: opening it does nothing, because mail scanners open links, too. */
export function UseLink({ token }: { token: string }) {
  const [stage, setStage] = useState<Stage>({ kind: 'reading' })
  useEffect(() => {
    let isCurrent = true
    void read(token).then((next) => isCurrent && setStage(next))
    return () => {
      isCurrent = false
    }
  }, [token])
  const readAgain = () => {
    setStage({ kind: 'reading' })
    void read(token).then(setStage)
  }
  return (
    <>
      <NeedsScripts what="Signing in" />
      <div aria-live="polite" className="sheet noscript:hidden grid grid-cols-1 gap-4 p-5 sm:p-6">
        {stage.kind === 'reading' && <p>Reading your link…</p>}
        {stage.kind === 'open' && (
          <OpenLink token={token} link={stage.link} onFailure={(error) => setStage(stageAfter(error))} />
        )}
        {stage.kind === 'expired' && <Expired />}
        {stage.kind === 'failed' && (
          <>
            <FailureLine words={stage.words} />
            <button type="button" className="button-outline justify-self-start" onClick={readAgain}>
              Retry
            </button>
          </>
        )}
      </div>
    </>
  )
}

function OpenLink({
  token,
  link: { email, isVerified, isOwn },
  onFailure,
}: {
  token: string
  link: SignInLink
  onFailure: (error: unknown) => void
}) {
  const { origin, returnToOrigin } = useReturnPath()
  const goToSecondStep = useSecondStep(origin)
  const [pending, setPending] = useState(false)

  async function signIn() {
    setPending(true)
    try {
      await signInByLink(token)
      await returnToOrigin('Welcome back', POPUP_MS.signedIn)
    } catch (error) {
      if (needsSecondStep(error)) return goToSecondStep()
      onFailure(error)
    }
  }
  return (
    <>
      <p>
        Sign in as <strong className="wrap-anywhere">{email}</strong>?
      </p>
      {!isVerified && (
        <p>
          {isOwn
            ? 'It confirms your email, too.'
            : 'This email was never confirmed. Signing in confirms it, removes the password from sign-up, and takes down the books listed with it.'}
        </p>
      )}
      <button type="button" className="button" aria-disabled={pending} onClick={() => !pending && void signIn()}>
        {pending && <span className="spinner" aria-hidden="true" />}
        {pending ? 'Signing in…' : 'Sign in'}
      </button>
      <p className="text-sm text-ink-2">Not you? Close this page, and nothing happens.</p>
    </>
  )
}

function Expired() {
  const { authPath } = useReturnPath()
  return (
    <>
      <p>This link has expired or was used already.</p>
      <p>
        <Link to={authPath('/sign-in-link')} className="touchable inline-block py-1">
          Get a new link
        </Link>
      </p>
    </>
  )
}
