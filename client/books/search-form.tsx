import { Form } from 'react-router'
import { href } from '#contract/href.ts'
import { LONGEST_QUERY } from '#contract/search/query.ts'
import { useFollowedText } from '#client/ui/use-followed-text.ts'

/** Search form: plain, works without scripts. `q`: the current query. */
export function SearchForm({ q }: { q: string }) {
  const box = useFollowedText(q)
  return (
    <Form role="search" action={href('/search')} className="mb-3 flex max-w-measure gap-2">
      <label className="grow">
        <span className="sr-only">Search for a title, an author or an ISBN</span>
        <input
          ref={box}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={LONGEST_QUERY}
          placeholder="Title, author or ISBN"
          autoComplete="off"
          enterKeyHint="search"
          className="input"
        />
      </label>
      <button type="submit" className="button">
        Search
      </button>
    </Form>
  )
}
