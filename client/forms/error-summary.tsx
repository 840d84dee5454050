import { useEffect, useRef } from 'react'
import { controlOf, type LabelledError } from './form-controls.ts'

interface SummaryProps {
  invalid: readonly LabelledError[]
  /** Failure of the whole form, in words; empty otherwise. */
  failure: string
  /** Whether a field is valid by now: its line goes, and the focus stays where it is. */
  isSolved?: (field: string) => boolean
  /** Whether each line begins with its field's label, for messages such as 'All fields are required'. */
  isLabelled?: boolean
}

const nothingIs = () => false

/** Error summary above a form. Takes the focus; its lines link to the fields. */
export function ErrorSummary({ invalid, failure, isSolved = nothingIs, isLabelled = false }: SummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  const open = invalid.filter(({ field }) => !isSolved(field))
  useEffect(() => {
    if (invalid.length > 0 || failure !== '') summary.current?.focus()
  }, [invalid, failure])
  if (open.length === 0 && failure === '') return null
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="border-2 border-stamp bg-card p-4">
      {failure && <p className="font-semibold text-stamp">{failure}</p>}
      {open.length > 0 && (
        <>
          <p className="font-semibold">Please check:</p>
          <ul className="list-disc ps-5">
            {open.map(({ field, label, message }) => (
              <li key={field + message}>
                <button
                  type="button"
                  className="link py-1 text-start align-top pointer-coarse:py-2.5"
                  onClick={() => focusField(summary.current?.closest('form'), field)}
                >
                  {isLabelled ? `${label}: ${message}` : message}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function focusField(form: HTMLFormElement | null | undefined, name: string) {
  const control = controlOf(form, name)
  // Hidden content can't take the focus, so open its details first.
  control?.closest('details')?.setAttribute('open', '')
  control?.focus()
}
