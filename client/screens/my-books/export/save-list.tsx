import { useMutation } from '@tanstack/react-query'
import type { Book } from '#contract/books/books.ts'
import { listMyBooks } from '#contract/books/my-book-calls.ts'
import type { MyBookFilter } from '#contract/books/my-book-filters.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { callPage } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { listFile } from './list-file.ts'

/** Saves one's books, as many as the filter shows, as a file for spreadsheets. */
export function SaveList({ filter }: { filter: MyBookFilter }) {
  const save = useMutation({
    mutationFn: async () => saveAs('my-books.csv', listFile(await readAll(filter))),
  })
  return (
    <div className="mt-6">
      <button
        type="button"
        className="button-quiet -ms-2.5"
        aria-disabled={save.isPending}
        onClick={() => !save.isPending && save.mutate()}
      >
        {save.isPending ? 'Reading your books…' : 'Save this list as CSV'}
      </button>
      <FailureLine words={save.error?.message ?? ''} className="text-sm" />
    </div>
  )
}

async function readAll(filter: MyBookFilter): Promise<Book[]> {
  const books: Book[] = []
  let cursor: string | undefined
  do {
    const page = await callPage(listMyBooks, { query: { ...filter, cursor, limit: MOST_PER_PAGE } })
    books.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return books
}

function saveAs(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
