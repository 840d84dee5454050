import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import type { Section } from '#client/screen-services.ts'
import { ShelfFailure } from './shelf-failure.tsx'
import { useShelfPlace, type PageStart } from './shelf-place.ts'
import { Shelf } from './shelf.tsx'

/** Pages that this tab was sent before; filled in the browser only. */
const seen = new Map<string, Page<Book>>()
const keyOf = (pathname: string, start: PageStart) => `${pathname} ${start ?? ''}`

/** A shelf that the server has rendered. What the browser saw of it before stays above the page it was sent now. */
export function PublicShelf({
  section,
  errorWords,
  emptyWords,
}: {
  section: Section<Page<Book>>
  errorWords: (message: string) => string
  emptyWords: string
}) {
  const { pathname } = useLocation()
  const { trail, current } = useShelfPlace()
  const { revalidate, state } = useRevalidator()
  const page = section.ok ? section.value : null
  useEffect(() => {
    if (page) seen.set(keyOf(pathname, current), page)
  }, [page, pathname, current])

  const before = trail.flatMap((start) => seen.get(keyOf(pathname, start)) ?? [])
  const pages = page ? [...before, page] : before
  return (
    <>
      {pages.length > 0 && <Shelf pages={pages} emptyWords={emptyWords} />}
      {!page && (
        <ShelfFailure
          words={state === 'idle' ? errorWords('please try again') : 'Trying again…'}
          onRetry={() => void revalidate()}
        />
      )}
    </>
  )
}
