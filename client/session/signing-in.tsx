import { NeedsScripts } from '#client/ui/needs-scripts.tsx'
import { Spinner } from '#client/ui/spinner.tsx'

/** Until the session is known; in a browser without scripts, where it never is, what to do instead. */
export function SigningIn({ what }: { what: string }) {
  return (
    <>
      <div className="noscript:hidden">
        <Spinner label="Signing you in…" />
      </div>
      <NeedsScripts what={what} />
    </>
  )
}
