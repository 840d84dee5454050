import { useLocation, useNavigate } from 'react-router'
import { LONGEST_SEARCH, myBookStates, type MyBookFilter } from '#contract/books/my-book-calls.ts'

/** Filter of the seller's books, stored in the address. */
export interface ChosenFilter {
  filter: MyBookFilter
  isFiltered: boolean
  /** Navigates to the filtered list's first page; the order stays. */
  choose: (filter: MyBookFilter) => void
}

export function useFilter(): ChosenFilter {
  const { search: query } = useLocation()
  const navigate = useNavigate()
  const parameters = new URLSearchParams(query)
  const search = parameters.get('search')?.trim().slice(0, LONGEST_SEARCH) || undefined
  const state = myBookStates.find((one) => one === parameters.get('state'))
  const choose = (filter: MyBookFilter) => {
    parameters.delete('cursor')
    for (const name of ['search', 'state'] as const)
      if (filter[name]) parameters.set(name, filter[name])
      else parameters.delete(name)
    void navigate({ search: parameters.toString() }, { preventScrollReset: true })
  }
  return { filter: { search, state }, isFiltered: search !== undefined || state !== undefined, choose }
}
