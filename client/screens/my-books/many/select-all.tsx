import { useEffect, useRef } from 'react'
import { MOST_AT_ONCE } from '#contract/books/change-of-price.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { countOf } from '#contract/wording.ts'
import type { Selection } from './use-selection.ts'

interface SelectAllProps {
  shown: readonly MyListing[]
  selection: Selection
  /** Without its words, which only screen readers get: beside the list's count. */
  isBare?: boolean
}

/** Checkbox that selects what is shown of the list. */
export function SelectAll({ shown, selection: { books: selected, select, isWhole }, isBare = false }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null)
  const all = shown.slice(0, MOST_AT_ONCE)
  const isAll = isWhole || selected.length >= all.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.length > 0 && !isAll
  }, [selected.length, isAll])
  return (
    <label className={`not-printed flex min-h-11 items-center ${isBare ? '-me-2.5 w-11' : 'gap-3'}`}>
      <input
        ref={box}
        type="checkbox"
        className="size-6 accent-link"
        checked={isAll}
        onChange={() => select(isAll ? [] : all)}
      />
      <span className={isBare ? 'sr-only' : undefined}>
        {shown.length > all.length ? `Select the first ${MOST_AT_ONCE}` : `Select all ${shown.length} shown`}
      </span>
    </label>
  )
}

/** Button that selects the whole list, also what isn't loaded; nothing where all is shown. */
export function SelectWhole({ selection: { isWhole, whole, selectWhole } }: { selection: Selection }) {
  if (whole === null || isWhole) return null
  return (
    <button type="button" className="button-quiet -mx-2.5" onClick={selectWhole}>
      Select all {countOf(whole, 'book')}
    </button>
  )
}
