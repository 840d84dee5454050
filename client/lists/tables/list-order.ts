import { useLocation, useNavigate } from 'react-router'
import { chosenSort, searchOfSort, useListPlace } from '#client/lists/list-place.ts'

/** Labels of the common sort orders; each list adds its own. */
export const usualSortWords = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
}

/** Sort order of a list, stored in the address. */
export interface ListOrder<Sort extends string = string> {
  sort: Sort
  /** Label of every order: 'Name, A to Z'. */
  words: Readonly<Record<Sort, string>>
  /** Navigates to the first page in another order, without scrolling. */
  choose: (sort: Sort) => void
}

/** Sort order from the address. `sorts`: the contract's, the default first. */
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
