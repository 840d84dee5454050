import { useLocation, useNavigate } from 'react-router'
import { chosenSort, searchOfSort, useListPlace } from '#client/lists/list-place.ts'

/** How a list of books or orders is sorted, in words; each list adds what its states are called. */
export const usualSortWords = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
}

/** The order of a list that can be sorted; it stands in the address. */
export interface ListOrder<Sort extends string = string> {
  sort: Sort
  /** Every order the list can have, in words: 'Name, A to Z'. */
  words: Readonly<Record<Sort, string>>
  /** Goes to the list's beginning in another order; the screen stays where it is. */
  choose: (sort: Sort) => void
}

/** `sorts`: the contract's, the usual one first. */
export function useListOrder<Sort extends string>(
  sorts: readonly Sort[],
  words: Readonly<Record<Sort, string>>,
): ListOrder<Sort> {
  const { search } = useLocation()
  const navigate = useNavigate()
  const sort = chosenSort(useListPlace().sort, sorts)
  const choose = (chosen: Sort) =>
    void navigate({ search: searchOfSort(search, chosen, sorts) }, { preventScrollReset: true })
  return { sort, words, choose }
}
