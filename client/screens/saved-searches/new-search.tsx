import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { href } from '#contract/href.ts'
import { hasFilters, readSearchRequest, searchParamsOf } from '#contract/search/search-request.ts'
import { OFTEN, saveSearch, savedSearch } from '#contract/wants/wants.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { SentMessage } from '#client/forms/sent-message.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { oftenWords } from './often-words.ts'

const searchForm = formOf(savedSearch)
const options = OFTEN.filter((often) => often !== 'never').map((value) => ({ value, label: oftenWords[value] }))

/** Form to save the search in the address; visitors sign in first. */
export default function NewSearch() {
  const [address] = useSearchParams()
  const request = readSearchRequest(address)
  const search = searchParamsOf(request).toString()
  // Key by the address: another search gets a new form.
  return (
    <div className="max-w-xl">
      <h1 className="mb-6">Save this search</h1>
      {request.q === '' ? (
        <EmptyState words="Search for a title or an author first, then save that search.">
          <Link to={href('/search')} className="button">
            Search for a book
          </Link>
        </EmptyState>
      ) : (
        <SearchForm key={search} search={search} q={request.q} isFiltered={hasFilters(request)} />
      )}
    </div>
  )
}

function SearchForm({ search, q, isFiltered }: { search: string; q: string; isFiltered: boolean }) {
  const [saved, setSaved] = useState(false)
  const form = useForm(
    searchForm,
    async (body) => {
      await call(saveSearch, { body })
      setSaved(true)
    },
    { initial: { name: q, often: 'at_once' }, more: { search } },
  )
  if (saved) return <Saved search={search} />
  return (
    <Form form={form} submit={{ label: 'Save this search', pending: 'Saving…' }}>
      <p>
        We’ll email you when a book with all the words of “<bdi>{q}</bdi>” comes on sale
        {isFiltered && ' and fits the filters you chose'}. One email for several books, and never twice about the same
        book.{' '}
        <Link to={`${href('/search')}?${search}`} className="touchable">
          Back to the search
        </Link>
      </p>
      <p className="text-sm text-ink-2">
        Sellers see how many people want a book, never who. The home page shows words that several people search for,
        without names.
      </p>
      <Field label="Name" {...form.field('name')} hint="So that you recognise it in emails and in your list." />
      <RadioField label="Emails" {...form.field('often')} options={options} cannotClear />
    </Form>
  )
}

function Saved({ search }: { search: string }) {
  return (
    <SentMessage words="Saved. We’ll email you when a book appears.">
      <p className="flex flex-wrap justify-center gap-3">
        <Link to={href('/dashboard/saved-searches')} className="button">
          Your saved searches
        </Link>
        <Link to={`${href('/search')}?${search}`} className="button-outline">
          Back to the search
        </Link>
      </p>
    </SentMessage>
  )
}
