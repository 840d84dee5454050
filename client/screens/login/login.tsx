import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { POPUP_MS } from '#contract/notices.ts'
import { SearchInstead } from '#client/books/search/search-instead.tsx'
import { AlreadySignedIn } from '#client/session/already-signed-in.tsx'
import { FederatedSignIns } from '#client/session/federated-sign-in.tsx'
import { showPopup } from '#client/ui/notice-store.ts'
import { Or } from '#client/session/or.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { titled, useSite } from '#client/ui/site.ts'
import { identity as provider } from '#client/session/identity/identity.ts'
import { passkeysWork } from '#client/session/identity/passkeys-work.ts'
import { errorMessage } from '#client/api/error-message.ts'
import type { LoginState } from '#client/session/origin.ts'
import { needsSecondStep, useSecondStep } from '#client/session/second-step-needed.ts'
import { useSession } from '#client/session/session.ts'
import { useReturnPath } from '#client/session/use-return-path.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { SignInForm } from './sign-in-form.tsx'

// Code splitting: the first load is the specification's form alone.
const PasskeySignIn = lazy(() => import('./passkey-sign-in.tsx'))
const SecondStepForm = lazy(() => import('./second-step-form.tsx'))

export const meta = titled('Login', { description: 'Log in to buy and sell used books.' })

/**
 * Sign-in page. Signed-in visitors see that they are, and the reason they were sent here, in place of a redirect loop.
 */
export default function Login() {
  const session = useSession()
  const { origin, returnToOrigin, authPath } = useReturnPath()
  const { identity } = useSite()
  const { isRefused, isSecondStep } = useLoginState()
  const [leaving, setLeaving] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const onDone = () => {
    setLeaving(true)
    return returnToOrigin('Welcome back', POPUP_MS.signedIn)
  }
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      <h1>Login</h1>
      <Reason />
      {session.state === 'signed-in' && !leaving ? (
        <AlreadySignedIn account={session.account} origin={isRefused ? '/' : origin} />
      ) : isSecondStep ? (
        <Suspense fallback={<Spinner label="Loading the second step" />}>
          <SecondStepForm restart={authPath('/login')} onDone={onDone} />
        </Suspense>
      ) : (
        <>
          <SearchInstead address={origin} />
          {origin !== '/' && <p className="text-ink-2">We’ll bring you back here afterwards.</p>}
          <section
            className="sheet grid grid-cols-1 gap-5 p-5 sm:p-6"
            onFocus={({ target }) => target instanceof HTMLInputElement && setTyping(true)}
          >
            <SignInForm
              forgotten={authPath('/reset-password')}
              byLink={identity.mailsSignInLinks ? authPath('/sign-in-link') : null}
              returnTo={origin}
              onDone={onDone}
            />
            {identity.signInWith.length > 0 && (
              <>
                <Or />
                <FederatedSignIns label={(provider) => `Continue with ${provider}`} returnTo={origin} onDone={onDone} />
              </>
            )}
            {identity.keepsFactors && <ByPasskey isTyping={isTyping} onDone={onDone} />}
          </section>
          <p>
            New here? <Link to={authPath('/register')}>Create an account</Link>
          </p>
          <DemoNote />
        </>
      )}
    </div>
  )
}

/**
 * Passkey button. Loads the sign-in lazily: at the first press, or at the first focus in a field, for the autofill. The
 * server's page has it, so that nothing moves; browsers without passkeys take it out.
 */
function ByPasskey({ isTyping, onDone }: { isTyping: boolean; onDone: () => Promise<void> }) {
  const [isPressed, setPressed] = useState(false)
  if (useHydrated() && !passkeysWork()) return null
  const button = (
    <button
      type="button"
      className="button-outline w-full noscript:hidden"
      aria-disabled={isPressed}
      onClick={() => setPressed(true)}
    >
      Sign in with a passkey
    </button>
  )
  return isTyping || isPressed ? (
    <Suspense fallback={button}>
      <PasskeySignIn isPressed={isPressed} onDone={onDone} />
    </Suspense>
  ) : (
    button
  )
}

/** Reason why a visitor was sent here. */
function Reason() {
  const session = useSession()
  const { reason: ofNavigation } = useLoginState()
  const ofSession = !ofNavigation && session.state === 'signed-out' ? session.reason : ''
  useReasonInHistory(ofSession)
  const reason = ofNavigation || ofSession
  const failed = useRedirectFailure()
  return (
    <div role="alert" className="empty:hidden">
      {(failed || reason) && <p className="border-s-4 border-warn bg-card px-4 py-3">{failed || reason}</p>}
    </div>
  )
}

/**
 * Saves a late reason in the history state, as if the visitor had brought it: the session's end is known only after
 * loading.
 */
function useReasonInHistory(reason: string): void {
  const { search, hash, state } = useLocation() as { search: string; hash: string; state: Partial<LoginState> | null }
  const navigate = useNavigate()
  useEffect(() => {
    if (!reason) return
    const withReason: LoginState = { ...state, reason }
    void navigate({ search, hash }, { replace: true, preventScrollReset: true, state: withReason })
  }, [reason, search, hash, state, navigate])
}

/** Login state from the history; empty during hydration, so that it matches the server's page. */
function useLoginState(): Partial<LoginState> {
  const { state } = useLocation() as { state: Partial<LoginState> | null }
  return (useHydrated() && state) || {}
}

/** Error of a federated sign-in by redirect; empty otherwise. */
function useRedirectFailure(): string {
  const { search } = useLocation()
  const { origin } = useReturnPath()
  const goToSecondStep = useRef(useSecondStep(origin))
  const [words, setWords] = useState('')
  useEffect(() => {
    let current = true
    void provider.redirectError(search).then((error) => {
      if (!current || !error) return
      if (needsSecondStep(error)) return goToSecondStep.current()
      setWords(errorMessage(error))
      showPopup({ title: 'Please try again', kind: 'error', ms: POPUP_MS.productError })
    })
    return () => {
      current = false
    }
  }, [search])
  return words
}

function DemoNote() {
  const { demo, identity } = useSite()
  if (!demo) return null
  if (!identity.takesDemoPeople)
    return (
      <p className="text-sm text-ink-2">Demo: its people can’t sign in here. Sign up with an account of your own.</p>
    )
  return (
    <p className="text-sm text-ink-2">
      Demo: the passwords of the demo people are printed at the first start, and again by{' '}
      <code className="font-mono whitespace-nowrap">npm run demo</code>.
    </p>
  )
}
