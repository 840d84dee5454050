import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Book } from '#contract/books.ts'
import { formatMoney } from '#contract/wording.ts'
import { useProduct, type ProductChanges } from './use-product.ts'

/** The sales status in words. */
const statusWords: Record<Book['state'], string> = {
  unsold: 'Unsold',
  claimed: 'Reserved, not paid yet',
  sold: 'Sold',
}

/** One book of the seller. Deleted, the row stays a while and offers to take that back. */
export function ProductRow({ book, isNew, changes }: { book: Book; isNew: boolean; changes: ProductChanges }) {
  const product = useProduct(book, changes)
  const { undoButton } = product
  // The pressed button is gone: reading goes on at what took its place.
  useEffect(() => {
    if (product.undo) undoButton.current?.focus({ preventScroll: true })
  }, [product.undo, undoButton])

  const undo = product.undo && (
    <button
      ref={undoButton}
      type="button"
      className="button-quiet"
      aria-disabled={product.isBusy}
      onClick={product.takeBack}
    >
      Undo<span className="sr-only">: {book.title}</span>
    </button>
  )
  const problem = product.problem && (
    <p role="alert" className="mt-1 text-sm text-stamp">
      <span aria-hidden="true">! </span>
      {product.problem}
    </p>
  )

  if (product.undo === 'delete') {
    return (
      <tr>
        <td colSpan={4} className="max-sm:block!">
          <span className="text-ink-2">
            “{book.title}” was deleted. {undo}
          </span>
          {problem}
        </td>
      </tr>
    )
  }
  return (
    <tr aria-current={isNew || undefined} className={isNew ? 'bg-sunk' : ''}>
      <td data-label="Book name">
        <span>
          {isNew && <span className="me-2 border border-ok px-1.5 text-xs font-semibold text-ok">New</span>}
          <Link to={`/advertise/${book.id}`} className="link font-semibold">
            {book.title}
          </Link>
        </span>
      </td>
      <td data-label="Sales status">
        <span>
          {statusWords[book.state]}
          {book.isAdvertised && <span className="block text-sm text-ink-2">Advertised</span>}
        </span>
      </td>
      <td data-label="Price" className="figure">
        {formatMoney(book.resalePrice)}
      </td>
      <td data-label="Activity">
        <div>
          <div className="flex flex-wrap items-center gap-2">
            {undo}
            {book.state === 'unsold' && !book.isAdvertised && (
              <button
                type="button"
                className="button-outline px-3"
                aria-disabled={product.isBusy}
                onClick={product.advertise}
              >
                Advertise<span className="sr-only"> {book.title}</span>
              </button>
            )}
            <button
              type="button"
              className="button-outline px-3"
              aria-disabled={product.isBusy}
              onClick={product.remove}
            >
              Delete<span className="sr-only"> {book.title}</span>
            </button>
          </div>
          {problem}
        </div>
      </td>
    </tr>
  )
}
