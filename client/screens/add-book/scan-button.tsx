import { lazy, Suspense, useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'

const load = () => import('#client/scanning/scanner.tsx')
// Without a connection it may not come.
const Scanner = lazy(() => load().catch(() => ({ default: NoScanner })))

function NoScanner() {
  return <p role="status">The scanner didn’t load. Please type the number, or try again when you’re online.</p>
}

/** Beside the field for an ISBN: reads it from the book's back instead. The camera is off again once it is closed. */
export function ScanButton({ onIsbn }: { onIsbn: (isbn: string, seen: Blob | null) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button-outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Scan the barcode
      </button>
      {isOpen && (
        <Dialog title="Scan the barcode" onClose={() => setOpen(false)}>
          <Suspense fallback={<p>Loading the scanner…</p>}>
            <Scanner
              onIsbn={(isbn, seen) => {
                setOpen(false)
                onIsbn(isbn, seen)
              }}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
