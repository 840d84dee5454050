import { lazy, Suspense, useEffect, useState } from 'react'
import { EDITION_FIELDS } from '#contract/books/edition-calls.ts'
import { asIsbn13, hasIsbnForm, plainIsbn, WRONG_CHECK_DIGIT } from '#contract/books/isbn.ts'
import { Field } from '#client/forms/field.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { BookField } from './use-book-draft.ts'
import type { LookUp } from './use-edition.ts'

interface IsbnFirstProps {
  field: BookField
  typed: string
  lookUp: LookUp
  isFilled: (name: string) => boolean
  /** Called with a scanned ISBN and the camera frame that shows it. */
  onScan: (isbn: string, seen: Blob | null) => void
}

/** ISBN field with lookup, which fills in the rest. Optional. */
export function IsbnFirst({ field, typed, lookUp, isFilled, onScan }: IsbnFirstProps) {
  const { problem, ...isbn } = field('isbn')
  const plain = plainIsbn(typed)
  const isWrong = hasIsbnForm(plain) && asIsbn13(plain) === null
  const goOn = useGoOn(lookUp)
  return (
    <div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-56">
          <Field
            label="ISBN"
            hint="10 or 13 digits, next to the barcode. We fill in what we know about the book. No ISBN? Leave this empty."
            {...isbn}
            problem={problem ?? (isWrong ? WRONG_CHECK_DIGIT : undefined)}
            autoComplete="off"
            inputMode="text"
            onKeyDown={(event) => {
              // A scanner that types ends with Enter, which would submit the form.
              if (event.key !== 'Enter' || typed === '') return
              event.preventDefault()
              if (asIsbn13(plain) !== null) goOn(event.currentTarget)
            }}
          />
        </div>
        <ScanButton onIsbn={onScan} />
      </div>
      <p role="status" className="mt-1 min-h-6 text-sm text-ink-2">
        {wordsOf(lookUp, EDITION_FIELDS.some(isFilled))}
      </p>
    </div>
  )
}

/** Moves the focus from the ISBN to the first empty field, once the look-up has filled in what it knows. */
function useGoOn({ at }: LookUp): (from: HTMLElement) => void {
  const [from, setFrom] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!from || at === 'nothing' || at === 'asking') return
    // After the effect that fills in the fields.
    const timer = setTimeout(() => {
      setFrom(null)
      if (document.activeElement === from) nextEmpty(from)?.focus()
    })
    return () => clearTimeout(timer)
  }, [from, at])
  return setFrom
}

/** The next empty text field of the form, of those that are shown. */
function nextEmpty(from: HTMLElement): HTMLInputElement | undefined {
  const fields = [...(from.closest('form')?.querySelectorAll('input') ?? [])]
  return fields
    .slice(fields.findIndex((field) => field === from) + 1)
    .find((field) => field.type === 'text' && field.value === '' && field.checkVisibility())
}

function wordsOf(lookUp: LookUp, isSome: boolean): string {
  switch (lookUp.at) {
    case 'nothing':
      return ''
    case 'asking':
      return 'Looking it up…'
    case 'unknown':
      return 'We don’t know this book yet. Please fill in the rest.'
    case 'failed':
      return 'We couldn’t look it up. Please fill in the rest.'
    case 'found':
      if (!isSome) return 'We know this book. What you typed stays as it is.'
      return lookUp.edition.source === 'club'
        ? 'Filled in from another copy in the club. Please check it against yours.'
        : 'Filled in from Open Library. Please check it against your copy.'
  }
}

const load = () => import('#client/scanning/scanner.tsx')
// Lazy import, which fails offline.
const Scanner = lazy(() => load().catch(() => ({ default: NoScanner })))

function NoScanner() {
  return <p role="status">The scanner didn’t load. Please type the number, or try again when you’re online.</p>
}

/** Button beside an ISBN field that scans the barcode instead. Closing it switches the camera off. */
function ScanButton({ onIsbn }: { onIsbn: (isbn: string, seen: Blob | null) => void }) {
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
