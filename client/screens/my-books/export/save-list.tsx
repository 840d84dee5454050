import { Link } from 'react-router'
import { listMyBooks, type MyListing, type MyBookFilter } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { callPage } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { fileFormOf, listFile } from './list-file.ts'

/** CSV export of the filtered books, and the link to import it again. */
export function SaveList({ filter }: { filter: MyBookFilter }) {
  const save = async () =>
    saveFile('my-books.csv', listFile(await readAll(filter), fileFormOf(navigator.language)), 'text/csv')
  return (
    <div className="not-printed mt-6 flex flex-wrap items-center gap-x-6 gap-y-1">
      <ActionButton
        repeats
        act={save}
        look="button-quiet -ms-2.5"
        label="Save this list as CSV"
        pending="Reading your books…"
      />
      <Link to={href('/dashboard/my-products/from-file')} className="link touchable inline-block py-1">
        Change books by a CSV file
      </Link>
      <Link to={href('/dashboard/bring-list')} className="link touchable inline-block py-1">
        Bring a list of new books
      </Link>
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
