import { useId } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useFollowedText } from '#client/ui/use-followed-text.ts'

/** Filters of a list in the address; a change goes to the first page. */
export function useFilterParams(longest: number) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const choose = (name: string, value: string) => {
    query.delete('cursor')
    if (value) query.set(name, value)
    else query.delete(name)
    void navigate({ search: query.toString() }, { preventScrollReset: true })
  }
  return { query, choose, q: (query.get('q') ?? '').slice(0, longest) }
}

interface SearchFormProps {
  label: string
  hint?: string
  /** Current query. */
  q: string
  longest: number
  search: (wanted: string) => void
}

/** Search form of a list. */
export function SearchForm({ label, hint, q, longest, search }: SearchFormProps) {
  const id = useId()
  const box = useFollowedText(q)
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
          {label}
        </label>
        <input
          ref={box}
          id={id}
          name="q"
          type="search"
          className="input"
          maxLength={longest}
          defaultValue={q}
          autoComplete="off"
          aria-describedby={hint && `${id}-hint`}
        />
      </p>
      <button type="submit" className="button-outline">
        Search
      </button>
      {hint && (
        <p id={`${id}-hint`} className="w-full text-sm text-ink-2">
          {hint}
        </p>
      )}
    </form>
  )
}

interface ShowChoiceProps<Choice extends string> {
  words: Readonly<Record<Choice, string>>
  /** Label of the unfiltered list. */
  all: string
  shown: Choice | undefined
  choose: (choice: Choice | '') => void
}

/** Select that filters a list. */
export function ShowChoice<Choice extends string>({ words, all, shown, choose }: ShowChoiceProps<Choice>) {
  const id = useId()
  return (
    <p className="not-printed mb-4 flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="shrink-0 text-sm text-ink-2">
        Show
      </label>
      <select
        id={id}
        className="input w-auto max-w-full max-sm:grow"
        value={shown ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value as Choice | '')}
      >
        <option value="">{all}</option>
        {(Object.keys(words) as Choice[]).map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </p>
  )
}
