import { lazy, Suspense } from 'react'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import type { Section } from '#client/api/screen-services.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { useSite } from '#client/ui/site.ts'
import { Spinner } from '#client/ui/spinner.tsx'
import type { AboutSeller, BookListWords } from './book-list.tsx'
import { LoadedBookList } from './loaded-book-list.tsx'
import type { BookListPage } from './read-book-list.ts'

const QueriedBookList = lazy(() => import('#client/books/members/queried-book-list.tsx'))

interface BooksForSaleProps extends BookListWords {
  /** What the loader has read; null where it has not. */
  section: Section<BookListPage> | null
  of?: BooksOf
  /** Stands above the books of a seller where the browser reads them. */
  About?: AboutSeller
  Action: BookAction
}

/** A list of books for everyone where the catalogue is public, else for members. */
export function BooksForSale({ section, of, About, ...more }: BooksForSaleProps) {
  const { cataloguePublic } = useSite()
  if (cataloguePublic) return <LoadedBookList section={section ?? { ok: false }} {...more} />
  return (
    <Suspense fallback={<Spinner label="Signing you in…" />}>
      <QueriedBookList of={of} About={About} {...more} />
    </Suspense>
  )
}
