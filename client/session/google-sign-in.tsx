import { useState } from 'react'
import { POPUP_MS } from '#contract/notices.ts'
import { IdentityError } from './identity/identity-port.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { signInWithPopup, signInWithRedirect } from './session-actions.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { showPopup } from '#client/ui/notice-store.ts'
import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { useSite } from '#client/ui/site.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

/** Where there is no way on in this window. */
const BLOCKED = 'Your browser blocked the window. Allow pop-ups for this site, and try again.'

/**
 * Google sign-in in a popup of 500 by 600. Failures show the specification's 'Please try again' popup, with the reason
 * here; where popups are blocked, it offers a redirect.
 */
export function GoogleSignIn({
  label,
  returnTo,
  onDone,
}: {
  label: string
  returnTo: string
  onDone: () => Promise<void>
}) {
  const ready = useHydrated()
  const { redirects } = useSite().identity
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState({ words: '', blocked: false })

  async function attempt(act: () => Promise<void>) {
    setPending(true)
    setFailure({ words: '', blocked: false })
    try {
      await act()
    } catch (error) {
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
        onClick={() => !pending && void attempt(() => signInWithPopup().then(onDone))}
      >
        {pending && <span className="spinner" aria-hidden="true" />}
        {label}
      </button>
      <NeedsScripts what="Signing in with Google" />
      {/* Shared wrapper, so that empty live regions add no gap. */}
      <div>
        <output className="block text-sm text-ink-2">
          {pending && 'Please continue in the window that just opened.'}
        </output>
        <FailureLine words={failure.words} />
      </div>
      {failure.blocked && redirects && (
        <button type="button" className="button-quiet" onClick={() => void attempt(() => signInWithRedirect(returnTo))}>
          Continue with Google in this window
        </button>
      )}
    </div>
  )
}
