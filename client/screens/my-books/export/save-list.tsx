import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listMyBooks, type MyListing, type MyBookFilter } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { callPage } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { fileFormOf, listFile, saveAs } from './list-file.ts'

/** CSV export of the filtered books, and the link to import it again. */
export function SaveList({ filter }: { filter: MyBookFilter }) {
  const save = useMutation({
    mutationFn: async () => saveAs('my-books.csv', listFile(await readAll(filter), fileFormOf(navigator.language))),
  })
  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <button
          type="button"
          className="button-quiet -ms-2.5"
          aria-disabled={save.isPending}
          onClick={() => !save.isPending && save.mutate()}
        >
          {save.isPending ? 'Reading your books…' : 'Save this list as CSV'}
        </button>
        <Link to={href('/dashboard/my-products/from-file')} className="link touchable inline-block py-1">
          Change books by a CSV file
        </Link>
        <Link to={href('/dashboard/bring-list')} className="link touchable inline-block py-1">
          Bring a list of new books
        </Link>
      </div>
      <FailureLine words={save.error?.message ?? ''} className="text-sm" />
    </div>
  )
}

async function readAll(filter: MyBookFilter): Promise<MyListing[]> {
  const books: MyListing[] = []
  let cursor: string | undefined
  do {
    const page = await callPage(listMyBooks, { query: { ...filter, cursor, limit: MOST_PER_PAGE } })
    books.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return books
}
