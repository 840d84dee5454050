import { useState } from 'react'
import type { MyBookFilter, MyListing } from '#contract/books/my-book-calls.ts'
import type { BookCount } from '#contract/books/book-calls.ts'

/** Books chosen for a change of many. */
export interface Selection {
  /** Of those shown. */
  books: readonly MyListing[]
  select: (books: readonly { id: string }[]) => void
  /** The whole list is chosen, also what isn't loaded. */
  isWhole: boolean
  /** Books of the whole list; null where all are shown, or more than can be counted. */
  whole: number | null
  selectWhole: () => void
}

/** Selection in a filtered list. Another filter ends the choice of the whole list. */
export function useSelection(
  shown: readonly MyListing[] | undefined,
  filter: MyBookFilter,
  total: BookCount | null,
): Selection {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [wholeOf, setWholeOf] = useState<string | null>(null)
  const list = JSON.stringify(filter)
  const isMore = shown && total && !total.orMore && total.count > shown.length
  const isWhole = wholeOf === list && shown !== undefined
  return {
    books: shown?.filter(({ id }) => isWhole || chosen.includes(id)) ?? [],
    select: (books) => {
      setWholeOf(null)
      setChosen(books.map(({ id }) => id))
    },
    isWhole,
    whole: isMore ? total.count : null,
    selectWhole: () => setWholeOf(list),
  }
}
