/** Notice for browsers without scripts: 'The dashboard needs JavaScript. …' */
export function NeedsScripts({ what }: { what: string }) {
  return (
    <noscript>
      <p className="border-s-4 border-warn bg-card px-4 py-3">
        {what} needs JavaScript. Please turn it on in your browser and reload this page.
      </p>
    </noscript>
  )
}
