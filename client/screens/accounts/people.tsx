import { listPeople, LONGEST_SEARCH } from '#contract/accounts/people.ts'
import { accountSorts } from '#contract/sorts.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { useListOrder } from '#client/lists/tables/list-order.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { SearchForm, useFilterParams } from '#client/lists/tables/search-form.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { peopleColumns } from './account-columns.tsx'
import { sortWords } from './account-table.tsx'

/** List of all accounts, searched by prefixes of name or email. */
export default function People() {
  const { q, choose } = useFilterParams(LONGEST_SEARCH)
  const search = (wanted: string) => choose('q', wanted)
  const order = useListOrder(accountSorts, sortWords)
  const { sort } = order
  const people = usePagedCall(listPeople, { query: { sort, q } })
  return (
    <>
      <SearchForm label="Name or email" q={q} longest={LONGEST_SEARCH} search={search} />
      <PagedTable
        caption="People"
        columns={peopleColumns}
        nameOf={({ name }) => name}
        pages={people}
        nouns={['person', 'people']}
        order={order}
        empty={
          <EmptyState words={q ? `No name or email has a word that starts with “${q}”.` : 'Nobody has joined yet.'}>
            {q && (
              <button type="button" className="button-outline" onClick={() => search('')}>
                Show everybody
              </button>
            )}
          </EmptyState>
        }
      />
    </>
  )
}
