import type { ListOrder } from './list-order.ts'
import { Skeleton } from './skeleton.tsx'

/** The orders that a column's heading leads to; pressed for the first time, to `first`. */
interface ColumnOrder<Sort> {
  up: Sort
  down: Sort
  first?: Sort
}

/** One column: its heading, what stands in a row, whether that is a figure, and how it sorts. */
export interface Column<Row, Sort extends string = string> {
  heading: string
  cell: (row: Row) => React.ReactNode
  isFigure?: boolean
  sorts?: ColumnOrder<Sort>
}

interface LedgerProps<Row, Sort extends string> {
  caption: string
  columns: readonly Column<Row, Sort>[]
  /** Null while they are read: rows of the same size stand in for them. */
  rows: readonly Row[] | null
  keyOf: (row: Row) => string
  /** Marks a row, such as the one just added. */
  isMarked?: (row: Row) => boolean
  order?: ListOrder<Sort>
  /** What is shown stands in another order than the one asked for. */
  isBusy?: boolean
}

/**
 * A table with a caption; with an order, its headings sort it. On narrow screens each row is a card with the same
 * labels; the roles are repeated because browsers drop a table's meaning together with its display.
 */
export function Ledger<Row, Sort extends string = string>(props: LedgerProps<Row, Sort>) {
  const { caption, columns, rows, keyOf, isMarked, order, isBusy } = props
  return (
    <table role="table" className="ledger" aria-busy={isBusy || rows === null || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Heading key={column.heading} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows?.map((row) => (
          <tr key={keyOf(row)} role="row" className={isMarked?.(row) ? 'bg-sunk' : ''}>
            {columns.map(({ heading, cell, isFigure }) => (
              <td key={heading} role="cell" data-label={heading} className={isFigure ? 'figure' : ''}>
                {cell(row)}
              </td>
            ))}
          </tr>
        )) ?? <RowsToCome headings={columns.map(({ heading }) => heading)} />}
      </tbody>
    </table>
  )
}

function Heading<Row, Sort extends string>({
  column: { heading, isFigure, sorts },
  order,
}: {
  column: Column<Row, Sort>
  order: ListOrder<Sort> | undefined
}) {
  const look = isFigure ? 'figure' : ''
  if (!sorts || !order) {
    return (
      <th role="columnheader" scope="col" className={look}>
        {heading}
      </th>
    )
  }
  const { up, down, first = up } = sorts
  const direction = order.sort === up ? 'ascending' : order.sort === down ? 'descending' : undefined
  const other = first === up ? down : up
  return (
    <th role="columnheader" scope="col" className={look} aria-sort={direction}>
      {/* Cards have no headings to press: there, only their words stay for those who listen. */}
      <span className="sm:hidden">{heading}</span>
      <button
        type="button"
        className="ledger-sort max-sm:hidden"
        onClick={() => order.choose(order.sort === first ? other : first)}
      >
        {heading}
        <span aria-hidden="true" className="ledger-mark">
          {direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : '↕'}
        </span>
      </button>
    </th>
  )
}

function RowsToCome({ headings }: { headings: readonly string[] }) {
  return [1, 2, 3, 4, 5, 6].map((place) => (
    <tr key={place} role="row" aria-hidden="true">
      {headings.map((heading, column) => (
        <td key={heading} role="cell" data-label={heading}>
          <Skeleton className={column === headings.length - 1 ? 'h-11' : 'h-5'} />
        </td>
      ))}
    </tr>
  ))
}
