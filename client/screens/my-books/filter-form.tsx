import { useId } from 'react'
import { LONGEST_SEARCH, myBookStates, type MyBookState } from '#contract/books/my-book-calls.ts'
import type { ChosenFilter } from './use-filter.ts'
import { useFollowedText } from '#client/ui/use-followed-text.ts'

/** State labels of the Sales status column. */
const stateWords: Record<MyBookState, string> = {
  unsold: 'Unsold',
  reserved: 'Reserved',
  sold: 'Sold',
  paused: 'Paused',
  'taken-down': 'Taken down',
  advertised: 'Advertised',
}

/** Filter of the seller's books: by words on submit, by state at once. */
export function FilterForm({
  chosen: { filter, isFiltered, choose },
  isEmpty,
}: {
  chosen: ChosenFilter
  /** No matches; the reset link shows in the list's place. */
  isEmpty: boolean
}) {
  const id = useId()
  const box = useFollowedText(filter.search ?? '')
  return (
    <form
      role="search"
      aria-label="Find in your books"
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const search = new FormData(event.currentTarget).get('search')
        choose({ ...filter, search: typeof search === 'string' ? search.trim() : '' })
      }}
    >
      <div className="min-w-0 grow basis-56">
        <label htmlFor={`${id}search`} className="text-sm text-ink-2">
          Title, writer or ISBN
        </label>
        <input
          ref={box}
          id={`${id}search`}
          type="search"
          name="search"
          className="input"
          maxLength={LONGEST_SEARCH}
          defaultValue={filter.search}
          autoComplete="off"
        />
      </div>
      <button type="submit" className="button-outline">
        Search
      </button>
      <div className="max-sm:grow">
        <label htmlFor={`${id}state`} className="block text-sm text-ink-2">
          Show
        </label>
        <select
          id={`${id}state`}
          className="input w-auto max-sm:w-full"
          value={filter.state ?? ''}
          onChange={({ currentTarget }) =>
            choose({ ...filter, state: myBookStates.find((state) => state === currentTarget.value) })
          }
        >
          <option value="">All</option>
          {myBookStates.map((state) => (
            <option key={state} value={state}>
              {stateWords[state]}
            </option>
          ))}
        </select>
      </div>
      {isFiltered && !isEmpty && (
        <button type="button" className="button-quiet" onClick={() => choose({})}>
          Show all books
        </button>
      )}
    </form>
  )
}
