import { useState } from 'react'
import { POPUP_MS } from '#contract/notices.ts'
import type { Site } from '#contract/site.ts'
import { IdentityError } from './identity/identity-port.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { needsSecondStep, useSecondStep } from './second-step-needed.ts'
import { signInWithPopup, signInWithRedirect } from './session-actions.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { showPopup } from '#client/ui/notice-store.ts'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { useSite } from '#client/ui/site.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

/** Where there is no way on in this window. */
const BLOCKED = 'Your browser blocked the window. Allow pop-ups for this site, and try again.'

interface SignInProps {
  /** 'Continue with Google', of the provider's name. */
  label: (name: string) => string
  returnTo: string
  onDone: () => Promise<void>
}

/** A button for each provider of federated sign-ins. */
export function FederatedSignIns(props: SignInProps) {
  const { signInWith } = useSite().identity
  return signInWith.map((provider) => <FederatedSignIn key={provider.id} provider={provider} {...props} />)
}

/**
 * Sign-in at a provider in a popup of 500 by 600. Failures show the specification's 'Please try again' popup, with the
 * reason here; where popups are blocked, it offers a redirect.
 */
function FederatedSignIn({
  provider: { id, name },
  label,
  returnTo,
  onDone,
}: SignInProps & { provider: Site['identity']['signInWith'][number] }) {
  const ready = useHydrated()
  const { redirects } = useSite().identity
  const goToSecondStep = useSecondStep(returnTo)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState({ words: '', blocked: false })

  async function attempt(act: () => Promise<void>) {
    setPending(true)
    setFailure({ words: '', blocked: false })
    try {
      await act()
    } catch (error) {
      if (needsSecondStep(error)) return await goToSecondStep()
      const blocked = error instanceof IdentityError && error.code === 'auth/popup-blocked'
      setFailure({ words: blocked && !redirects ? BLOCKED : errorMessage(error), blocked })
      showPopup({ title: 'Please try again', kind: 'error', ms: POPUP_MS.productError })
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="button-outline w-full"
        disabled={!ready}
        aria-disabled={pending}
        onClick={() => !pending && void attempt(() => signInWithPopup(id).then(onDone))}
      >
        {pending && <span className="spinner" aria-hidden="true" />}
        {label(name)}
      </button>
      <NeedsScripts what={`Signing in with ${name}`} />
      {/* Shared wrapper, so that empty live regions add no gap. */}
      <div>
        <output className="block text-sm text-ink-2">
          {pending && 'Please continue in the window that just opened.'}
        </output>
        <FailureLine words={failure.words} />
      </div>
      {failure.blocked && redirects && (
        <button
          type="button"
          className="button-quiet"
          onClick={() => void attempt(() => signInWithRedirect(returnTo, id))}
        >
          Continue with {name} in this window
        </button>
      )}
    </div>
  )
}
