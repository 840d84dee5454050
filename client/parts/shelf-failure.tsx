import { Link, useLocation } from 'react-router'
import { Retry } from './retry.tsx'
import { useShelfPlace } from './shelf-place.ts'

/** A page of a shelf that could not be read. An address with a worn-out cursor gets a way back to the beginning. */
export function ShelfFailure({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { pathname } = useLocation()
  const { current } = useShelfPlace()
  return (
    <div className="grid gap-3">
      <Retry words={words} onRetry={onRetry} />
      {current !== null && (
        <p>
          <Link to={pathname}>Show from the newest</Link>
        </p>
      )}
    </div>
  )
}
