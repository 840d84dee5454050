import { Suspense, useState, useSyncExternalStore } from 'react'
import { shareOrCopy } from '#client/ui/share.ts'
import { useSite } from '#client/ui/site.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'

const QrCode = lazyPart(() => import('#client/ui/qr/qr-code.tsx'))

/**
 * Share buttons for a page: the device's share sheet or the clipboard, and a QR code, printed where it is open. Without
 * scripts their place stays empty, to avoid layout shift.
 */
export function ShareLink({ path, title }: { path: string; title: string }) {
  const site = useSite()
  const [isCodeShown, showCode] = useState(false)
  const way = useSyncExternalStore(
    () => () => {},
    () => ('share' in navigator ? 'share' : 'copy'),
    () => null,
  )
  const url = site.publicUrl + path
  return (
    <div className={way ? '' : 'invisible'}>
      <div className="-ms-2.5 flex flex-wrap">
        <button type="button" onClick={() => void shareOrCopy({ title, url })} className="button-quiet">
          <svg aria-hidden="true" viewBox="0 0 16 16" className="h-4 w-4 fill-none stroke-current stroke-2">
            <path d="M6.5 9.5l3-3M7.5 4.5l1-1a2.8 2.8 0 0 1 4 4l-1 1M8.5 11.5l-1 1a2.8 2.8 0 0 1-4-4l1-1" />
          </svg>
          {way === 'share' ? 'Share' : 'Copy link'}
        </button>
        <button
          type="button"
          aria-expanded={isCodeShown}
          onClick={() => showCode(!isCodeShown)}
          className="button-quiet"
        >
          QR code
        </button>
      </div>
      {isCodeShown && (
        <div className="mt-2 size-44">
          <Suspense>
            <QrCode address={url} label={`QR code linking to ${title}`} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
