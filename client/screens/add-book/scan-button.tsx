import { lazy, Suspense, useState } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'

const Scanner = lazy(() => import('#client/scanning/scanner.tsx'))

/** Beside the field for an ISBN: reads it from the book's back instead. The camera is off again once it is closed. */
export function ScanButton({ onIsbn }: { onIsbn: (isbn: string) => void }) {
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
              onIsbn={(isbn) => {
                setOpen(false)
                onIsbn(isbn)
              }}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
