import { Link, useLocation } from 'react-router'
import type { SearchRequest } from '#contract/search/search-request.ts'
import type { SearchSummary } from '#contract/search/search-calls.ts'
import { addressOf } from '#client/books/search/address-of.ts'
import { isUnfiltered } from '#client/books/search/list-request.ts'
import { BeingAdded } from './being-added.tsx'

interface SearchNotesProps {
  request: SearchRequest
  summary: SearchSummary
  /** Reads the list again. */
  again: () => void
}

/**
 * Notices about a search: of an index that is behind; of words that were read more loosely, with a link to exactly these
 * words; and of such an exact search, with a link back.
 */
export default function SearchNotes({ request, summary, again }: SearchNotesProps) {
  const { pathname } = useLocation()
  const { shownFor, without, isWrongIsbn, isCutShort, isBehind, count } = summary
  return (
    <>
      {isBehind && <BeingAdded isListWhole={isUnfiltered(request)} again={again} />}
      {isWrongIsbn && (
        <p className="mb-4 border-s-3 border-warn bg-sunk px-4 py-3">
          <strong>This ISBN has a typo.</strong> Its last digit doesn’t fit the others. Please check all of them.
        </p>
      )}
      {isCutShort && (
        <p className="mb-4 border-s-3 border-warn bg-sunk px-4 py-3">
          <strong>This search took too long.</strong> Here is what we found so far; there may be more. Try fewer or
          rarer words.
        </p>
      )}
      {shownFor !== null && (
        <p className="mb-4">
          Showing results for{' '}
          <Link to={addressOf(pathname, { ...request, q: shownFor })} className="touchable font-semibold" dir="auto">
            {shownFor}
          </Link>
          . Search instead for{' '}
          <Link to={addressOf(pathname, { ...request, exact: true })} className="touchable" dir="auto">
            {request.q}
          </Link>
          .
        </p>
      )}
      {without.length > 0 && (
        <p className="mb-4">
          No book has all of these words. Showing results without <strong dir="auto">{without.join(', ')}</strong>.
          {shownFor === null && (
            <>
              {' '}
              Search for exactly{' '}
              <Link to={addressOf(pathname, { ...request, exact: true })} className="touchable" dir="auto">
                {request.q}
              </Link>
              .
            </>
          )}
        </p>
      )}
      {request.exact && count > 0 && (
        <p className="mb-4">
          Showing only books that have every word as you typed it.{' '}
          <Link to={addressOf(pathname, { ...request, exact: false })} className="touchable">
            Look for other spellings, too
          </Link>
          .
        </p>
      )}
    </>
  )
}
