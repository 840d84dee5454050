import { Form, useLocation } from 'react-router'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { MOST_COUNTED } from '#contract/list-limits.ts'
import {
  flagFilters,
  manyFilters,
  type FlagFilter,
  type ManyFilter,
  type SearchRequest,
} from '#contract/search/search-request.ts'
import type { SearchSummary, ValueCount } from '#contract/search/search-calls.ts'
import { countOf, grouped } from '#contract/wording.ts'
import { chipsOf, filterWords, valueWords } from './filter-words.ts'
import { useFilterForm } from './use-filter-form.ts'
import { useSite } from '#client/ui/site.ts'

interface FilterBarProps {
  request: SearchRequest
  summary: SearchSummary
  /** Filters hidden here, such as a category's own. */
  without: readonly string[]
}

/**
 * Filters with their counts: a column where there is room, else a sheet below its heading. A form that works without
 * scripts; with them, each choice applies at once, and a typed one after a pause.
 */
export default function FilterBar({ request, summary, without }: FilterBarProps) {
  const { pathname, search } = useLocation()
  const { form, onSubmit, onChange, onBlur } = useFilterForm()
  const sort = new URLSearchParams(search).get('sort')
  const chosen = chipsOf(request, useSite().currency).length
  return (
    <details className="filter-sheet">
      <summary className="button-outline">{chosen === 0 ? 'Filters' : `Filters (${chosen})`}</summary>
      <Form
        ref={form}
        action={pathname}
        aria-label="Filters"
        className="mt-4 grid gap-5 lg:mt-3"
        onSubmit={onSubmit}
        onChange={onChange}
        onBlur={onBlur}
      >
        <HiddenFields request={request} sort={sort} />
        {manyFilters
          .filter((name) => !without.includes(name))
          .map((name) => (
            <Choices key={name} name={name} request={request} summary={summary} />
          ))}
        <Range legend="Price" from="price_from" to="price_to" request={request} inputMode="decimal" />
        <Range legend="Published" from="published_from" to="published_to" request={request} inputMode="numeric" />
        <Place request={request} summary={summary} />
        <fieldset>
          <legend className="font-semibold">Only with</legend>
          {flagFilters
            .filter((name) => !without.includes(name))
            .map((name) => (
              <Flag key={name} name={name} request={request} summary={summary} />
            ))}
        </fieldset>
        <button type="submit" className="button-outline sticky bottom-4 bg-paper max-md:bottom-18 lg:static">
          Show {summary.orMore ? `${grouped(summary.count)}+ books` : countOf(summary.count, 'book')}
        </button>
        {summary.orMore && (
          <p className="text-sm text-ink-2">These numbers count the newest {grouped(MOST_COUNTED)} only.</p>
        )}
      </Form>
    </details>
  )
}

/** Hidden inputs for the parts of the address that the form doesn't edit. */
function HiddenFields({ request, sort }: { request: SearchRequest; sort: string | null }) {
  const fields: [string, string][] = [
    ['q', request.q],
    ['sort', sort ?? ''],
    ['exact', request.exact ? 'true' : ''],
    ['seller', request.seller],
  ]
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

type PartProps = Pick<FilterBarProps, 'request' | 'summary'>

function Choices({ name, request, summary }: PartProps & { name: ManyFilter }) {
  const found = summary.values[name]
  const values = name === 'condition' ? inOrder(found) : found
  if (values.length === 0) return null
  return (
    <fieldset>
      <legend className="font-semibold">{filterWords(name)}</legend>
      {values.map(({ value, count }) => (
        <Choice
          key={value}
          name={name}
          value={value}
          words={valueWords(name, value)}
          count={countWords(count, summary)}
          isChosen={request[name].includes(value)}
        />
      ))}
    </fieldset>
  )
}

/** Sorts conditions best first, whatever their counts. */
const inOrder = (values: readonly ValueCount[]) =>
  CONDITIONS.flatMap((condition) => values.filter(({ value }) => value === condition))

function Flag({ name, request, summary }: PartProps & { name: FlagFilter }) {
  const count = countWords(summary.values[name], summary)
  return <Choice name={name} value="true" words={filterWords(name)} count={count} isChosen={request[name]} />
}

const countWords = (count: number, { orMore }: SearchSummary) => (orMore ? `${grouped(count)}+` : grouped(count))

interface ChoiceProps {
  name: string
  value: string
  words: string
  count: string
  isChosen: boolean
}

function Choice({ name, value, words, count, isChosen }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} className="size-5 shrink-0" />
      <span className="grow">{words}</span>
      <span className="text-sm text-ink-2 tabular-nums">
        {count}
        <span className="sr-only"> {count === '1' ? 'book' : 'books'}</span>
      </span>
    </label>
  )
}

interface RangeProps {
  legend: string
  from: 'price_from' | 'published_from'
  to: 'price_to' | 'published_to'
  request: SearchRequest
  inputMode: 'decimal' | 'numeric'
}

function Range({ legend, from, to, request, inputMode }: RangeProps) {
  const bound = (name: RangeProps['from'] | RangeProps['to'], words: string) => (
    <label className="grid gap-1 text-sm">
      <span>
        <span className="sr-only">{legend} </span>
        {words}
      </span>
      <input name={name} defaultValue={request[name]} inputMode={inputMode} autoComplete="off" className="input" />
    </label>
  )
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {bound(from, 'from')}
        {bound(to, 'to')}
      </div>
    </fieldset>
  )
}

function Place({ request, summary }: PartProps) {
  const places = summary.values.location.filter(({ value }) => value !== request.location)
  if (places.length === 0 && request.location === '') return null
  return (
    <label className="grid gap-1">
      <span className="font-semibold">{filterWords('location')}</span>
      <select name="location" defaultValue={request.location} className="input">
        <option value="">Anywhere</option>
        {request.location !== '' && <option value={request.location}>{request.location}</option>}
        {places.map(({ value, count }) => (
          <option key={value} value={value}>{`${value} (${countWords(count, summary)})`}</option>
        ))}
      </select>
    </label>
  )
}
