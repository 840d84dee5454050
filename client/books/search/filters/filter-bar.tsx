import { Form, useLocation } from 'react-router'
import { flagFilters, manyFilters, type FlagFilter, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchSummary } from '#contract/search/search-calls.ts'
import { totalWords } from '#client/books/book-count.ts'
import { Choice, Choices } from './choices.tsx'
import { chipsOf, countWords, filterWords } from './filter-words.ts'
import { LocationChoice } from './location-choice.tsx'
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
        <LocationChoice request={request} summary={summary} sort={sort} />
        <fieldset>
          <legend className="font-semibold">Only with</legend>
          {flagFilters
            .filter((name) => !without.includes(name))
            .map((name) => (
              <Flag key={name} name={name} request={request} summary={summary} />
            ))}
        </fieldset>
        <button type="submit" className="button-outline sticky bottom-4 bg-paper max-md:bottom-18 lg:static">
          Show {summary.isAbout && summary.count === 0 ? 'books' : totalWords(summary)}
        </button>
        {summary.about.length > 0 && <p className="text-sm text-ink-2">Numbers with “about” are estimates.</p>}
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

function Flag({ name, request, summary }: Pick<FilterBarProps, 'request' | 'summary'> & { name: FlagFilter }) {
  const count = countWords(summary.values[name], summary.about.includes(name))
  return <Choice name={name} value="true" words={filterWords(name)} count={count} isChosen={request[name]} />
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
