import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { listMyBooks, type MyListing, countMyBooks, type MyBookFilter } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import { myBookSorts, type MyBookSort } from '#contract/sorts.ts'
import type { BookCount } from '#contract/books/book-calls.ts'
import { bookCount } from '#client/books/book-count.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { useSite } from '#client/ui/site.ts'
import { DataTableFrame, type ColumnHead } from '#client/lists/tables/data-table.tsx'
import { useListOrder, usualSortWords, type ListOrder } from '#client/lists/tables/list-order.ts'
import { PagedRows } from '#client/lists/tables/paged-table.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useCall } from '#client/session/use-call.ts'
import { useMediaQuery } from '#client/ui/use-media-query.ts'
import { withDeleted, withoutDeleted, type DeletedRow } from './deleted-rows.ts'
import { BookRow } from './book-row.tsx'
import { SaveList } from './export/save-list.tsx'
import { useSelection } from './many/use-selection.ts'
import { ManyBar } from './many/many-bar.tsx'
import { SelectAll } from './many/select-all.tsx'
import { FilterForm } from './filter-form.tsx'
import { useFilter } from './use-filter.ts'
import { PauseListings, useFocusOfPause } from './pause-listings.tsx'
import type { BookChanges } from './use-my-book.ts'

const sortWords: Record<MyBookSort, string> = {
  ...usualSortWords,
  state: 'Unsold first',
  '-state': 'Sold first',
}
/** Widths on which rows aren't a table. */
const NARROW = '(width < 40rem)'

const columns: ColumnHead<MyBookSort>[] = [
  { heading: 'Book name', part: 'several', hasRest: true, sorts: { up: 'name', down: '-name' } },
  { heading: 'Sales status', part: 'state', sorts: { up: 'state', down: '-state' } },
  { heading: 'Price', part: 'price', isFigure: true, sorts: { up: 'price', down: '-price' } },
  { heading: 'Activity', part: 'several', hasRest: true },
]

export default function MyBooks() {
  const account = useAccount()
  const list = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery(NARROW)
  const pauseButton = useFocusOfPause(account.listingsPaused)
  const order = useListOrder(myBookSorts, sortWords)
  const { sort } = order
  const chosen = useFilter()
  const { filter, isFiltered } = chosen
  const books = usePagedCall(listMyBooks, { query: { ...filter, email: account.email, sort } }, { isSteady: true })
  const { total, recount } = useMyBookCount(filter)
  const [deleted, setDeleted] = useState<DeletedRow<MyListing>[]>([])
  const shown = books.items && withDeleted(books.items, deleted)
  const { state } = useLocation() as { state: { added?: string } | null }

  const refetch = () => {
    books.refetch()
    recount()
  }
  const changes: BookChanges = {
    onChange: books.replace,
    onDelete(book) {
      const at = shown?.findIndex(({ id }) => id === book.id) ?? 0
      setDeleted((rows) => [...rows, { book, at }])
    },
    onGone(book, hadFocus) {
      books.remove(book.id)
      setDeleted((rows) => withoutDeleted(rows, book.id))
      if (hadFocus) list.current?.focus()
      recount()
    },
    onRestore(book) {
      setDeleted((rows) => rows.filter((row) => row.book.id !== book.id))
      refetch()
    },
    onOutdated: refetch,
  }

  const pause = <PauseListings ref={pauseButton} onChange={refetch} />
  const selection = useSelection(shown, filter, total)
  const table = {
    order,
    isBusy: books.isSorting,
    added: state?.added,
    changes,
    selected: selection.books,
    select: selection.select,
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {account.listingsPaused && pause}
      {(isFiltered || !shown || shown.length > 1) && <FilterForm chosen={chosen} isEmpty={shown?.length === 0} />}
      <ManyBar {...{ shown, selection, filter, isNarrow }} onChange={refetch} />
      <PagedRows
        pages={{ ...books, items: shown }}
        order={order}
        beforeCount={isNarrow && shown && shown.length > 1 && <SelectAll {...{ shown, selection }} isBare />}
        countWords={(length, isAll) => bookCount(length, isAll, total)}
        errorWords="Something went wrong..."
        empty={<NoBooks isFiltered={isFiltered} showAll={() => chosen.choose({})} />}
        placeholder={<BooksTable rows={null} {...table} />}
      >
        {(rows) => <BooksTable rows={rows} {...table} />}
      </PagedRows>
      {shown && shown.length > 0 && <SaveList filter={filter} />}
      {!account.listingsPaused && shown && shown.length > 0 && pause}
    </div>
  )
}

function NoBooks({ isFiltered, showAll }: { isFiltered: boolean; showAll: () => void }) {
  const { payoutsThrough } = useSite()
  return isFiltered ? (
    <EmptyState words="None of your books match.">
      <button type="button" className="button" onClick={showAll}>
        Show all books
      </button>
    </EmptyState>
  ) : (
    <EmptyState words="You have no listings yet.">
      <Link to={href('/dashboard/add-product')} className="button">
        List your first book
      </Link>
      <Link to={href('/dashboard/bring-list')} className="link touchable inline-block py-1">
        Have a list? Bring it as a file
      </Link>
      {payoutsThrough && (
        <p className="max-w-measure text-sm text-ink-2">
          What buyers pay by card goes to your bank. You can{' '}
          <Link to={href('/dashboard/statement')} className="link touchable inline-block py-1">
            say which one
          </Link>{' '}
          now or after your first sale.
        </p>
      )}
    </EmptyState>
  )
}

interface BooksTableProps {
  rows: MyListing[] | null
  order: ListOrder<MyBookSort>
  isBusy: boolean
  /** Id of the book just added. */
  added: string | undefined
  changes: BookChanges
  selected: readonly MyListing[]
  select: (books: readonly { id: string }[]) => void
}

function BooksTable({ rows, order, isBusy, added, changes, selected, select }: BooksTableProps) {
  const selectionOf = (book: MyListing) => {
    const isSelected = selected.includes(book)
    const toggle = () => select(isSelected ? selected.filter((one) => one !== book) : [...selected, book])
    return { isSelected, toggle }
  }
  return (
    <>
      <ListAnother added={rows?.find(({ id }) => id === added)} />
      <DataTableFrame caption="Your books" columns={columns} order={order} isBusy={isBusy}>
        {rows?.map((book) => (
          <BookRow
            key={book.id}
            book={book}
            isNew={book.id === added}
            changes={changes}
            selection={rows.length > 1 ? selectionOf(book) : undefined}
          />
        ))}
      </DataTableFrame>
    </>
  )
}

/** Link to list another book; right after adding a book, also the success message. */
function ListAnother({ added }: { added: MyListing | undefined }) {
  const link = (
    <Link to={href('/dashboard/add-product')} className="button-outline max-[23rem]:px-2 max-[23rem]:text-sm">
      {added ? 'List another' : 'List a book'}
    </Link>
  )
  if (!added) return <div className="absolute end-0 top-0">{link}</div>
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-s-3 border-ok bg-sunk px-4 py-3">
      <p>
        <span aria-hidden="true" className="font-bold text-ok">
          ✓{' '}
        </span>
        <bdi className="font-semibold wrap-anywhere">{added.title}</bdi> is for sale now.
      </p>
      {link}
    </div>
  )
}

/** Total of the filtered books; null until counted. Optional: failures are ignored. */
function useMyBookCount(filter: MyBookFilter): { total: BookCount | null; recount: () => void } {
  const { data, refetch } = useCall(countMyBooks, { query: filter }, { isSteady: true, staleTime: 0 })
  return { total: data ?? null, recount: () => void refetch() }
}
