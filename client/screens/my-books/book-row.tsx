import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import { mayAdvertise, mayDelete, mayEdit } from '#contract/books/books.policy.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import { Cover } from '#client/books/cover.tsx'
import { DataRow, RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { BookStatus } from './book-status.tsx'
import { useAttention } from './use-attention.ts'
import { useMyBook, type BookChanges } from './use-my-book.ts'

interface BookRowProps {
  book: MyListing
  isNew: boolean
  changes: BookChanges
  /** Checkbox state for bulk changes; undefined where the book can't be selected. */
  selection: { isSelected: boolean; toggle: () => void } | undefined
}

/** Row of one book. Deleted, it stays for a while and offers undo. */
export function BookRow({ book, isNew, changes, selection }: BookRowProps) {
  const { isAttended, attention } = useAttention()
  const undoButton = useRef<HTMLButtonElement>(null)
  const title = useRef<HTMLAnchorElement>(null)
  const listing = useMyBook(book, changes, { isAttended, undoButton, title })
  const undo = listing.undo && <UndoButton ref={undoButton} book={book} listing={listing} />
  if (listing.undo === 'delete') {
    return (
      <tr role="row" {...attention}>
        <td role="cell" data-part="note" colSpan={4}>
          <span className="inline-flex flex-wrap items-center gap-x-2 text-ink-2">
            “{book.title}” deleted. {undo}
          </span>
          <FailureLine words={listing.problem} className="mt-1 text-sm" />
        </td>
      </tr>
    )
  }
  return (
    <DataRow
      name={book.title}
      aria-current={isNew || undefined}
      className={isNew ? 'bg-sunk' : undefined}
      {...attention}
    >
      <td role="cell" data-part="several">
        <div className="book-cell">
          <RowPart is="cover" className="relative">
            {selection && <SelectBox book={book} {...selection} />}
            <span aria-hidden="true">
              <Cover book={book} sizes="3.5rem" />
            </span>
          </RowPart>
          <RowPart is="title" className="flex items-baseline gap-3">
            {isNew && <span className="shrink-0 border border-ok px-1.5 text-xs font-semibold text-ok">New</span>}
            <Link
              ref={title}
              // A taken-down book has no public page.
              to={book.takenDown ? href('/dashboard/my-products/:bookId/edit', book.id) : bookPath({ id: book.id })}
              dir="auto"
              className="link touchable font-semibold wrap-anywhere"
            >
              <RowTitle>{book.title}</RowTitle>
            </Link>
          </RowPart>
          <RowPart is="rest">
            <BookLinks book={book} />
          </RowPart>
        </div>
      </td>
      <td role="cell" data-part="state">
        <BookStatus book={book} />
      </td>
      <td role="cell" data-part="price" className="figure">
        <Money amount={book.resalePrice} />
      </td>
      <td role="cell" data-part="several">
        <Actions book={book} listing={listing} undo={undo} />
        <RowPart is="note" className="empty:hidden">
          <FailureLine words={listing.problem} className="mt-1 text-sm" />
        </RowPart>
      </td>
    </DataRow>
  )
}

/** Checkbox on the cover, which is pressed as well where fingers do. */
function SelectBox({ book, isSelected, toggle }: { book: MyListing; isSelected: boolean; toggle: () => void }) {
  return (
    <label className="book-select">
      <input type="checkbox" className="block size-6 accent-link" checked={isSelected} onChange={toggle} />
      <span className="sr-only">Select {book.title}</span>
    </label>
  )
}

/** Links to edit the book and to list another copy. */
function BookLinks({ book }: { book: MyListing }) {
  const way = 'link inline-block py-1 text-sm pointer-coarse:min-w-11 pointer-coarse:py-3'
  return (
    <span className="not-printed flex flex-wrap gap-x-4">
      {mayEdit(book) === 'yes' && (
        <Link to={href('/dashboard/my-products/:bookId/edit', book.id)} className={way}>
          Edit<span className="sr-only"> {book.title}</span>
        </Link>
      )}
      <Link to={`${href('/dashboard/add-product')}?like=${book.id}`} className={way}>
        Duplicate<span className="sr-only"> {book.title}</span>
      </Link>
    </span>
  )
}

interface ActionsProps {
  book: MyListing
  listing: ReturnType<typeof useMyBook>
}

/** The one button of a row, or undo in its place, and what else there is to do. */
function Actions({ book, listing, undo }: ActionsProps & { undo: React.ReactNode }) {
  const reason = useId()
  const isReserved = mayDelete(book) === 'book_claimed'
  const common = { 'aria-disabled': listing.isBusy, title: book.title }
  return (
    <>
      <div className="book-acts">
        <RowPart is="action" className="empty:hidden">
          {undo}
          {mayAdvertise(book) === 'yes' && !undo && (
            <ActButton
              {...common}
              words={book.isAdvertised ? 'Stop advertising' : 'Advertise'}
              className="button-outline px-3"
              onClick={book.isAdvertised ? listing.stopAdvertising : listing.advertise}
            />
          )}
        </RowPart>
        <RowPart is="rest" className="flex gap-1">
          {book.state === 'unsold' && !book.takenDown && (
            <ActButton
              {...common}
              words={book.isPausedAlone ? 'Resume' : 'Pause'}
              onClick={book.isPausedAlone ? listing.show : listing.pause}
            />
          )}
          <ActButton
            {...common}
            words="Delete"
            aria-disabled={listing.isBusy || isReserved}
            aria-describedby={isReserved ? reason : undefined}
            onClick={() => !isReserved && listing.remove()}
          />
        </RowPart>
      </div>
      {isReserved && (
        <RowPart is="rest" id={reason} className="mt-1 max-w-[22ch] text-sm text-ink-2">
          Reserved. You can delete it once it’s sold or back on sale.
        </RowPart>
      )}
    </>
  )
}

interface ActButtonProps extends Omit<React.ComponentProps<'button'>, 'title'> {
  words: string
  /** Book title. */
  title: string
}

const ActButton = ({ words, title, className = 'button-quiet', ...button }: ActButtonProps) => (
  <button type="button" className={className} {...button}>
    {words}
    <span className="sr-only"> {title}</span>
  </button>
)

const undoWords = { delete: 'bring back', advertise: 'stop advertising', stop: 'advertise' }

function UndoButton({ ref, book, listing }: ActionsProps & { ref: React.Ref<HTMLButtonElement> }) {
  return (
    <button ref={ref} type="button" className="button-quiet" aria-disabled={listing.isBusy} onClick={listing.takeBack}>
      Undo
      <span className="sr-only">
        : {undoWords[listing.undo ?? 'delete']} {book.title}
      </span>
    </button>
  )
}
