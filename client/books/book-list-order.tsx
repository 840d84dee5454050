import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { bookSorts } from '#contract/sorts.ts'
import type { SearchSort } from '#contract/search/search-request.ts'
import { listAddress } from '#client/lists/list-place.ts'
import { useListOrder } from '#client/lists/tables/list-order.ts'

const sortWords: Record<SearchSort, string> = {
  relevance: 'Best match',
  newest: 'Newest',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
}

/** Sort order of a list of books: a form of one field, which applies at once, or by a button without scripts. */
export function BookListOrder({ sorts = bookSorts }: { sorts?: readonly SearchSort[] }) {
  const place = useLocation()
  const { sort, choose } = useListOrder(sorts, sortWords)
  const field = useRef<HTMLSelectElement>(null)
  // A choice made before hydration applies.
  const applyEarly = useEffectEvent((early: SearchSort) => {
    if (early !== sort) choose(early)
  })
  useEffect(() => {
    applyEarly(sorts[field.current!.selectedIndex]!)
    // oxlint-disable-next-line react/exhaustive-deps -- once, on hydration
  }, [])
  const others = [...new URL(listAddress(place), 'http://here').searchParams].filter(([, value]) => value !== '')
  return (
    <form action={place.pathname} className="not-printed flex items-center gap-2">
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="flex items-center gap-2 text-sm whitespace-nowrap text-ink-2">
        <span className="max-sm:sr-only">Sort by</span>
        <select
          ref={field}
          name="sort"
          autoComplete="off"
          className="input short-select pointer-fine:min-h-9"
          value={sort}
          onChange={({ currentTarget }) => choose(sorts[currentTarget.selectedIndex]!)}
        >
          {sorts.map((one) => (
            <option key={one} value={one}>
              {sortWords[one]}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className="button-outline">
          Sort
        </button>
      </noscript>
    </form>
  )
}
