import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { findLocations, type Locations, type SearchSummary } from '#contract/search/search-calls.ts'
import type { SearchRequest } from '#contract/search/search-request.ts'
import { countOf } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { addressOf } from '#client/books/search/address-of.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { countWords, filterWords } from './filter-words.ts'
import { FindField } from './find-field.tsx'

const TYPING_PAUSE_MS = 250

interface LocationChoiceProps {
  request: SearchRequest
  summary: SearchSummary
  sort: string | null
}

/** Locations with their counts, most books first; where there are more, a field finds them. */
export function LocationChoice({ request, summary, sort }: LocationChoiceProps) {
  const isAbout = summary.about.includes('location')
  const places = summary.values.location.filter(({ value }) => value !== request.location)
  if (places.length === 0 && request.location === '' && !summary.hasMoreLocations) return null
  return (
    <div className="grid gap-2">
      <label className="grid gap-1">
        <span className="font-semibold">{filterWords('location')}</span>
        <select name="location" defaultValue={request.location} className="input">
          <option value="">Anywhere</option>
          {request.location !== '' && <option value={request.location}>{request.location}</option>}
          {places.map(({ value, count }) => (
            <option key={value} value={value}>
              {count === null ? value : `${value} (${countWords(count, isAbout)})`}
            </option>
          ))}
        </select>
      </label>
      {summary.hasMoreLocations && <LocationFinder request={request} sort={sort} />}
    </div>
  )
}

/** Finds a location by a part of its name. Without scripts the form sends it, and the select has what was found. */
function LocationFinder({ request, sort }: Omit<LocationChoiceProps, 'summary'>) {
  const { pathname } = useLocation()
  const [text, setText] = useState('')
  const isHydrated = useHydrated()
  const found = useLocations(request, text)
  return (
    <div>
      <FindField
        label="Find a location"
        name={isHydrated ? undefined : 'find_location'}
        value={text}
        onValue={setText}
        status={found === null ? '' : countOf(found.values.length, 'location')}
      />
      {found && (
        <ul className="mt-2">
          {found.values.map(({ value, count }) => (
            <li key={value} className="flex items-baseline gap-2">
              <Link
                to={addressOf(pathname, { ...request, location: value }, sort)}
                preventScrollReset
                onClick={() => setText('')}
                className="link touchable inline-block grow py-1"
                dir="auto"
              >
                {value}
              </Link>
              <span className="text-sm text-ink-2 tabular-nums">{countWords(count, found.isAbout)}</span>
            </li>
          ))}
          {found.values.length === 0 && <li className="text-sm text-ink-2">No location with “{text}”.</li>}
          {found.hasMore && <li className="text-sm text-ink-2">There are more. Keep typing to narrow them.</li>}
        </ul>
      )}
    </div>
  )
}

/** Locations with this text in them; null where nothing was typed, or until they are here. */
function useLocations(request: SearchRequest, text: string): Locations | null {
  const asked = JSON.stringify({ ...request, find: text.trim() })
  const [found, setFound] = useState<Locations | null>(null)
  useEffect(() => {
    const query = JSON.parse(asked) as SearchRequest & { find: string }
    if (query.find === '') return
    const reading = new AbortController()
    // Without an answer the select's locations stay; typing on asks again.
    const ask = () => void call(findLocations, { query }, { signal: reading.signal }).then(setFound, () => {})
    const pause = setTimeout(ask, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(pause)
      reading.abort()
    }
  }, [asked])
  return text.trim() === '' ? null : found
}
