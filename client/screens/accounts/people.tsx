import { useId } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { listPeople, LONGEST_SEARCH, type Person } from '#contract/accounts/people.ts'
import { accountSorts } from '#contract/sorts.ts'
import { callPage } from '#client/api/call.ts'
import { useQueriedPages } from '#client/lists/queried/use-queried-pages.ts'
import { DataTable } from '#client/lists/tables/data-table.tsx'
import { useListOrder } from '#client/lists/tables/list-order.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { peopleColumns } from './account-columns.tsx'
import { sortWords } from './account-table.tsx'

/** Everybody in the club, to be found by the beginnings of words of their name or email. */
export default function People() {
  const { q, search } = useSearch()
  const order = useListOrder(accountSorts, sortWords)
  const { sort } = order
  const people = useQueriedPages<Person>(
    ['people', 'list', q],
    (cursor, signal) => callPage(listPeople, { query: { cursor, sort, q } }, { signal }),
    sort,
  )
  const table = (rows: Person[] | null) => (
    <DataTable
      caption="People"
      columns={peopleColumns}
      rows={rows}
      keyOf={({ id }) => id}
      order={order}
      isBusy={people.isSorting}
    />
  )
  return (
    <>
      <Search key={q} q={q} search={search} />
      <PagedTable
        pages={people}
        nouns={['person', 'people']}
        order={order}
        errorWords={(message) => `An error has occurred: ${message}`}
        empty={
          <EmptyState words={q ? `Nobody’s name or email has words that begin like “${q}”.` : 'Nobody has joined yet.'}>
            {q && (
              <button type="button" className="button-outline" onClick={() => search('')}>
                Show everybody
              </button>
            )}
          </EmptyState>
        }
        placeholder={table(null)}
      >
        {table}
      </PagedTable>
    </>
  )
}

/** What is looked for stands in the address. */
function useSearch() {
  const { search: before } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(before)
  const search = (wanted: string) => {
    query.delete('cursor')
    if (wanted) query.set('q', wanted)
    else query.delete('q')
    void navigate({ search: query.toString() })
  }
  return { q: (query.get('q') ?? '').slice(0, LONGEST_SEARCH), search }
}

function Search({ q, search }: { q: string; search: (wanted: string) => void }) {
  const id = useId()
  return (
    <form
      role="search"
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('q')
        search(typeof typed === 'string' ? typed.trim() : '')
      }}
    >
      <p className="grid grow gap-1 sm:max-w-96">
        <label htmlFor={id} className="font-semibold">
          Name or email
        </label>
        <input
          id={id}
          name="q"
          type="search"
          className="input"
          maxLength={LONGEST_SEARCH}
          defaultValue={q}
          autoComplete="off"
        />
      </p>
      <button type="submit" className="button-outline">
        Search
      </button>
    </form>
  )
}
