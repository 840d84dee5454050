import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { useIsLate } from '#client/ui/use-later.ts'

const LATE_MS = 5000

/** Loading state of the session; for browsers without scripts, where it never ends, what to do instead. */
export function SigningIn({ what }: { what: string }) {
  const isLate = useIsLate(LATE_MS)
  return (
    <>
      <div className="noscript:hidden">
        <Spinner
          label={isLate ? 'Signing you in… The shop hasn’t answered yet; we’ll keep trying.' : 'Signing you in…'}
        />
        {isLate && (
          <button type="button" className="button-outline" onClick={() => window.location.reload()}>
            Retry
          </button>
        )}
      </div>
      <NeedsScripts what={what} />
    </>
  )
}
