import { useEffect, useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import { pauseListings } from '#contract/books/my-book-calls.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { refreshAccount } from '#client/session/session-actions.ts'
import { useAccount } from '#client/session/use-account.ts'

/** Focus management: pausing moves and renames the button, which takes the focus again. */
export function useFocusOfPause(isPaused: boolean): React.RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(isPaused)
  useEffect(() => {
    if (before.current !== isPaused) button.current?.focus()
    before.current = isPaused
  }, [isPaused])
  return button
}

/** Button to pause all listings, for a holiday, and to resume them. */
export function PauseListings({ ref, onChange }: { ref: React.Ref<HTMLButtonElement>; onChange: () => void }) {
  const { listingsPaused } = useAccount()
  const change = useMutation({
    mutationFn: async (isPaused: boolean) => {
      await call(pauseListings, { body: { isPaused } })
      await refreshAccount()
    },
    onSuccess: onChange,
  })
  return (
    <section
      aria-label="Pause all my listings"
      className={
        listingsPaused
          ? 'mb-4 border-s-3 border-warn bg-sunk px-4 py-3'
          : 'not-printed mt-10 border-t border-rule pt-4 text-sm text-ink-2'
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p id="pause-note" className="max-w-measure">
          {listingsPaused ? (
            <>
              <strong>Your listings are paused.</strong> Nobody else sees them in the shop. Reservations and orders go
              on.
            </>
          ) : (
            'Going away? Hide all your listings until you’re back. Reservations and orders go on.'
          )}
        </p>
        <button
          ref={ref}
          type="button"
          className="button-outline"
          aria-describedby="pause-note"
          aria-disabled={change.isPending}
          onClick={() => !change.isPending && change.mutate(!listingsPaused)}
        >
          {change.isPending && <span className="spinner" aria-hidden="true" />}
          {listingsPaused ? 'Resume my listings' : 'Pause all my listings'}
        </button>
      </div>
      <FailureLine words={change.error?.message ?? ''} className="mt-1 text-sm" />
    </section>
  )
}
