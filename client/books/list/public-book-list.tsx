import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import type { Section } from '#client/api/screen-services.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { ListFailure } from '#client/lists/list-failure.tsx'
import { useListPlace, type PageStart } from '#client/lists/list-place.ts'
import type { BookListPage } from './read-book-list.ts'
import { BookList } from './book-list.tsx'

/** Pages that this tab was sent before; filled in the browser only. */
const seen = new Map<string, Page<Book>>()
const keyOf = (pathname: string, sort: string | null, start: PageStart) => `${pathname} ${sort ?? ''} ${start ?? ''}`

/** A list of books that the server has rendered. What the browser saw of it before stays above the page it was sent now. */
export function PublicBookList({
  section,
  errorWords,
  emptyWords,
  Action,
}: {
  section: Section<BookListPage>
  errorWords: (message: string) => string
  emptyWords: string
  Action: BookAction
}) {
  const { pathname } = useLocation()
  const { sort, trail, current } = useListPlace()
  const { revalidate, state } = useRevalidator()
  const page = section.ok ? section.value.page : null
  useEffect(() => {
    if (page) seen.set(keyOf(pathname, sort, current), page)
  }, [page, pathname, sort, current])

  const before = trail.flatMap((start) => seen.get(keyOf(pathname, sort, start)) ?? [])
  const pages = page ? [...before, page] : before
  return (
    <>
      {pages.length > 0 && (
        <BookList
          pages={pages}
          total={section.ok ? section.value.total : null}
          emptyWords={emptyWords}
          Action={Action}
        />
      )}
      {!page && (
        <ListFailure
          words={state === 'idle' ? errorWords('please try again') : 'Trying again…'}
          onRetry={() => void revalidate()}
        />
      )}
    </>
  )
}
