import { useState } from 'react'
import type { LookAtList } from '#contract/books/brought-lists.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import { grouped } from '#contract/wording.ts'
import { RowTitle } from '#client/lists/tables/data-row.tsx'
import { DataTableFrame, type ColumnHead } from '#client/lists/tables/data-table.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'
import { Correction } from './correction.tsx'
import { useCorrecting } from './use-correcting.ts'
import type { ShownList } from './use-brought-list.ts'

/** Page size of the table. */
const SHOWN_AT_ONCE = 20
const columns: readonly ColumnHead[] = [
  { heading: 'Book name', part: 'title' },
  { heading: 'Author', part: 'facts' },
  { heading: 'Price', part: 'price', isFigure: true },
  { heading: 'Action', part: 'action' },
]

interface NewBooksProps extends Pick<ShownList, 'change'> {
  look: LookAtList
  /** Called when a corrected row is no new book any more. */
  onGone: () => void
}

/** Preview table of the first books, each with a form to correct it. */
export function NewBooks({ look, change, onGone }: NewBooksProps) {
  const { books, fresh } = look
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  // Grouped by line: a row of several copies appears once for each.
  const rows = [...Map.groupBy(books, ({ line }) => line)]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="books-heading">
      <h3 id="books-heading" className="mb-3">
        {fresh > books.length ? `The first ${grouped(books.length)} of ${grouped(fresh)} new books` : 'New books'}
      </h3>
      <DataTableFrame caption="Books as they would be listed" columns={columns}>
        {rows.slice(0, most).map(([line, [book, ...copies]]) => (
          <NewBook key={line} book={book!} copies={copies.length + 1} change={change} onGone={onGone} />
        ))}
      </DataTableFrame>
      {rows.length > most && (
        <button type="button" className="button-quiet -ms-2.5 mt-2" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          Show {Math.min(SHOWN_AT_ONCE, rows.length - most)} more
        </button>
      )}
    </section>
  )
}

interface NewBookProps extends Omit<NewBooksProps, 'look'> {
  book: LookAtList['books'][number]
  copies: number
}

function NewBook({ book, copies, change, onGone }: NewBookProps) {
  const { currency } = useSite()
  const { isOpen, button, open, close } = useCorrecting()
  const minor = readPriceText(book.price, currency)
  if (isOpen)
    return (
      <tr role="row">
        <td role="cell" data-part="note" colSpan={columns.length}>
          <Correction
            row={book}
            change={change}
            close={close}
            onSaved={(list) => {
              if (list?.look?.books.some(({ line }) => line === book.line)) close()
              else onGone()
            }}
          />
        </td>
      </tr>
    )
  return (
    <tr role="row">
      <td role="cell" data-part="title" className="wrap-anywhere">
        <span>
          <RowTitle>
            <Name words={book.title} />
          </RowTitle>
          {copies > 1 && <span className="block font-sans text-sm font-normal text-ink-2">{copies} copies</span>}
        </span>
      </td>
      <td role="cell" data-part="facts" className="wrap-anywhere">
        <Name words={book.author} />
      </td>
      <td role="cell" data-part="price" className="figure">
        {minor !== null && <Money amount={{ minor, currency }} />}
      </td>
      <td role="cell" data-part="action" className="figure">
        <button ref={button} type="button" className="button-quiet" onClick={open}>
          Correct<span className="sr-only"> {book.title}</span>
        </button>
      </td>
    </tr>
  )
}

/** Isolates the text's direction (`bdi`) from its label's. */
const Name = ({ words }: { words: string }) => (
  <span>
    <bdi>{words}</bdi>
  </span>
)
