import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { listMyBooks } from '#contract/book-calls.ts'
import type { Book } from '#contract/books.ts'
import { EmptyShelf } from '#client/parts/empty-shelf.tsx'
import { PagedList } from '#client/parts/paged-list.tsx'
import { titled } from '#client/parts/site.ts'
import { callPage } from '#client/server-calls/call.ts'
import { usePages } from '#client/server-calls/use-pages.ts'
import { RoleOnly } from '#client/session/role-only.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { ProductRow } from './product-row.tsx'
import type { ProductChanges } from './use-product.ts'

export const meta = titled('My Products')

export default function MyProductsScreen() {
  return (
    <div className="relative">
      <h1 className="mb-6">My Products</h1>
      <RoleOnly role="seller">
        <MyProducts />
      </RoleOnly>
    </div>
  )
}

function MyProducts() {
  const account = useAccount()
  const list = useRef<HTMLDivElement>(null)
  const books = usePages<Book>(['my-books', account.id], (cursor, signal) =>
    callPage(listMyBooks, { query: { email: account.email, cursor } }, { signal }),
  )
  const [deleted, setDeleted] = useState<Book[]>([])
  const { state } = useLocation() as { state: { added?: string } | null }

  const forget = (book: Book) => setDeleted((others) => others.filter(({ id }) => id !== book.id))
  const changes: ProductChanges = {
    onChange: books.replace,
    onDelete: (book) => setDeleted((others) => [...others, book]),
    onGone(book, hadFocus) {
      books.remove(book.id)
      forget(book)
      if (hadFocus) list.current?.focus()
    },
    onRestore(book) {
      forget(book)
      books.refetch()
    },
    onOutdated: books.refetch,
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <PagedList
        pages={books}
        errorWords={() => 'Something went wrong...'}
        empty={
          <EmptyShelf words="Nothing of yours is on the shelf yet.">
            <Link to="/dashboard/add-product" className="button">
              List your first book
            </Link>
          </EmptyShelf>
        }
      >
        {(items) => (
          <>
            <ListAnother added={items.find(({ id }) => id === state?.added)} />
            <table className="ledger">
              <caption>Your books, newest first</caption>
              <thead>
                <tr>
                  <th scope="col">Book name</th>
                  <th scope="col">Sales status</th>
                  <th scope="col" className="figure">
                    Price
                  </th>
                  <th scope="col">Activity</th>
                </tr>
              </thead>
              <tbody>
                {withDeleted(items, deleted).map((book) => (
                  <ProductRow key={book.id} book={book} isNew={book.id === state?.added} changes={changes} />
                ))}
              </tbody>
            </table>
          </>
        )}
      </PagedList>
    </div>
  )
}

/** The way to the next book; right after adding one, it also says that it worked. */
function ListAnother({ added }: { added: Book | undefined }) {
  const link = (
    <Link to="/dashboard/add-product" className="button-outline no-underline!">
      List another
    </Link>
  )
  if (!added) return <div className="mb-4 sm:absolute sm:end-0 sm:top-0">{link}</div>
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-s-3 border-ok bg-sunk px-4 py-3">
      <p>
        <span aria-hidden="true" className="font-bold text-ok">
          ✓{' '}
        </span>
        <bdi className="font-semibold wrap-anywhere">{added.title}</bdi> is on the shelf.
      </p>
      {link}
    </div>
  )
}

/** A list that was read again no longer has what was just deleted; it stays where it was while undo is offered. */
function withDeleted(books: Book[], deleted: Book[]): Book[] {
  const missing = deleted.filter(({ id }) => !books.some((book) => book.id === id))
  if (missing.length === 0) return books
  return [...books, ...missing].sort((a, b) => b.postedAt.getTime() - a.postedAt.getTime())
}
