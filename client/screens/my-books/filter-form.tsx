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

const WORDS = 'Title, writer or ISBN'

/** Filter of the seller's books: by words on submit, by state at once. One row on a phone. */
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
      className="mb-2 flex flex-wrap items-end gap-2 sm:mb-4 sm:gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const search = new FormData(event.currentTarget).get('search')
        choose({ ...filter, search: typeof search === 'string' ? search.trim() : '' })
      }}
    >
      <div className="min-w-0 grow basis-28 sm:basis-56">
        <label htmlFor={`${id}search`} className="text-sm text-ink-2 max-sm:sr-only">
          {WORDS}
        </label>
        <input
          ref={box}
          id={`${id}search`}
          type="search"
          name="search"
          className="input sm:placeholder:text-transparent"
          placeholder={WORDS}
          maxLength={LONGEST_SEARCH}
          defaultValue={filter.search}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      {/* A phone's keyboard has it. */}
      <button type="submit" className="button-outline max-sm:hidden">
        Search
      </button>
      <div>
        <label htmlFor={`${id}state`} className="block text-sm text-ink-2 max-sm:sr-only">
          Show
        </label>
        <select
          id={`${id}state`}
          className="input w-auto"
          value={filter.state ?? ''}
          onChange={({ currentTarget }) =>
            choose({ ...filter, state: myBookStates.find((state) => state === currentTarget.value) })
          }
        >
          <option value="">All books</option>
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
