import { useId } from 'react'

/**
 * Error state of a read, with a Retry button. `words` replaces 'An error has occurred: {message}' where the
 * specification has another message.
 */
export function Retry({ error, words, onRetry }: { error?: Error | null; words?: string; onRetry: () => void }) {
  const id = useId()
  return (
    <div role="alert" className="sheet flex flex-wrap items-center justify-between gap-4 p-4">
      <p id={id} className="text-stamp">
        <span aria-hidden="true" className="me-2 font-bold">
          !
        </span>
        {words ?? `An error has occurred: ${error?.message ?? 'please try again'}`}
      </p>
      <button type="button" className="button-outline" onClick={onRetry} aria-describedby={id}>
        Retry
      </button>
    </div>
  )
}
