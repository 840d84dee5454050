import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { LONGEST_QUERY } from '#contract/search/query.ts'
import { hasFilters, readSearchRequest, searchParamsOf } from '#contract/search/search-request.ts'
import type { SearchRequest } from '#contract/search/search-request.ts'
import { requiredLine } from '#contract/text.ts'
import { OFTEN, saveSearch, savedSearch, understandSearch } from '#contract/wants/wants.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { SentMessage } from '#client/forms/sent-message.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { oftenWords } from './often-words.ts'

/** `search` holds the words alone; the filters are the address's. */
const searchForm = formOf(z.extend(savedSearch, { search: requiredLine(LONGEST_QUERY, 'Say which words to look for') }))
const options = OFTEN.filter((often) => often !== 'never').map((value) => ({ value, label: oftenWords[value] }))

/** Form to save the search in the address; visitors sign in first. */
export default function NewSearch() {
  const [address] = useSearchParams()
  const request = readSearchRequest(address)
  // Key by the address: another search gets a new form.
  return (
    <div className="max-w-xl">
      <h1 className="mb-6">Save this search</h1>
      {request.q === '' ? (
        <NotSaved words="Search for a title or an author first, then save that search." />
      ) : (
        <Understood key={searchParamsOf(request).toString()} request={request} />
      )}
    </div>
  )
}

/** The form with the words as they were understood; as they were typed where that can't be asked. */
function Understood({ request }: { request: SearchRequest }) {
  const search = searchParamsOf(request).toString()
  const { data, isPending } = useCall(understandSearch, { query: { search } }, { staleTime: Infinity, retry: false })
  if (isPending) return <Spinner label="Reading your search…" />
  if (data && data.problem !== null) return <NotSaved words={data.problem} back={search} />
  return <SearchForm request={request} words={data?.q ?? request.q} />
}

function NotSaved({ words, back = '' }: { words: string; back?: string }) {
  return (
    <EmptyState words={words}>
      <Link to={back === '' ? href('/search') : `${href('/search')}?${back}`} className="button">
        {back === '' ? 'Search for a book' : 'Back to the search'}
      </Link>
    </EmptyState>
  )
}

function SearchForm({ request, words }: { request: SearchRequest; words: string }) {
  const [saved, setSaved] = useState<string | null>(null)
  const form = useForm(
    searchForm,
    async ({ search: q, ...body }) => {
      const search = searchParamsOf({ ...request, q }).toString()
      await call(saveSearch, { body: { ...body, search } })
      setSaved(search)
    },
    { initial: { search: words, name: request.q, often: 'at_once' } },
  )
  if (saved !== null) return <Saved search={saved} />
  return (
    <Form form={form} submit={{ label: 'Save this search', pending: 'Saving…' }}>
      <Field
        label="We’ll look for"
        {...form.field('search')}
        hint="Change it if we misunderstood. A book needs all of these words, in any order; a * stands for any ending."
      />
      <p>
        We’ll email you when a book with these words comes on sale
        {hasFilters(request) && ' and fits the filters you chose'}. One email for several books, and never twice about
        the same book.{' '}
        <Link to={`${href('/search')}?${searchParamsOf(request).toString()}`} className="touchable inline-block py-1">
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
