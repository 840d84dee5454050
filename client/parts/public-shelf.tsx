import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import type { Section } from '#client/screen-services.ts'
import { ListFailure } from './list-failure.tsx'
import { useListPlace, type PageStart } from './list-place.ts'
import type { ShelfPage } from './read-shelf.ts'
import { Shelf } from './shelf.tsx'

/** Pages that this tab was sent before; filled in the browser only. */
const seen = new Map<string, Page<Book>>()
const keyOf = (pathname: string, sort: string | null, start: PageStart) => `${pathname} ${sort ?? ''} ${start ?? ''}`

/** A shelf that the server has rendered. What the browser saw of it before stays above the page it was sent now. */
export function PublicShelf({
  section,
  errorWords,
  emptyWords,
}: {
  section: Section<ShelfPage>
  errorWords: (message: string) => string
  emptyWords: string
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
        <Shelf pages={pages} total={section.ok ? section.value.total : null} emptyWords={emptyWords} />
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
