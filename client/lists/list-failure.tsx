import { useListPlace } from './list-place.ts'
import { Retry } from '#client/ui/retry.tsx'
import { ToBeginning } from './to-beginning.tsx'

/** A page of a list that could not be read. An address with a worn-out cursor gets a way back to the beginning. */
export function ListFailure({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { current } = useListPlace()
  return (
    <div className="mb-4 grid gap-3">
      <Retry words={words} onRetry={onRetry} />
      {current !== null && (
        <p>
          <ToBeginning />
        </p>
      )}
    </div>
  )
}
