import { Spinner } from './spinner.tsx'

/** Until it is known who is here; for a browser without scripts, which never learns it, what to do instead. */
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

/** Said where nothing works without scripts: 'The dashboard needs JavaScript. …' */
export function NeedsScripts({ what }: { what: string }) {
  return (
    <noscript>
      <p className="border-s-4 border-warn bg-card px-4 py-3">
        {what} needs JavaScript. Please turn it on in your browser and reload this page.
      </p>
    </noscript>
  )
}
