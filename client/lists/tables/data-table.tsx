import type { ListOrder } from './list-order.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** As many as have room beside one another on a narrow page. */
const FEW_COLUMNS = 4

/** The orders that a column's heading leads to; pressed for the first time, to `first`. */
interface ColumnOrder<Sort> {
  up: Sort
  down: Sort
  first?: Sort
}

/** A column's heading, whether figures stand below it, and how it sorts. */
export interface ColumnHead<Sort extends string = string> {
  heading: string
  isFigure?: boolean
  sorts?: ColumnOrder<Sort>
}

/** One column, and what stands in it in a row. */
export interface Column<Row, Sort extends string = string> extends ColumnHead<Sort> {
  cell: (row: Row) => React.ReactNode
}

interface DataTableFrameProps<Sort extends string> {
  caption: string
  columns: readonly ColumnHead<Sort>[]
  order?: ListOrder<Sort>
  /** What is shown stands in another order than the one asked for. */
  isBusy?: boolean
  /** The rows; null while they are read: rows of the same size stand in for them. */
  children: React.ReactNode
}

type DataTableProps<Row, Sort extends string> = Omit<DataTableFrameProps<Sort>, 'children' | 'columns'> & {
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[] | null
  keyOf: (row: Row) => string
}

/** A table of a list: its headings sort it, its rows are made of the columns. */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const { rows, keyOf, columns, ...frame } = props
  return (
    <DataTableFrame columns={columns} {...frame}>
      {rows?.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map(({ heading, cell, isFigure }) => (
            <td key={heading} role="cell" data-label={heading} className={isFigure ? 'figure' : ''}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </DataTableFrame>
  )
}

/**
 * The same for rows that are made in another way. On narrow screens each row is a card with the same labels
 * (`data-label`); the roles are repeated because browsers drop a table's meaning together with its display.
 */
export function DataTableFrame<Sort extends string>(props: DataTableFrameProps<Sort>) {
  const { caption, columns, order, isBusy, children } = props
  const look = columns.length > FEW_COLUMNS ? 'data-table-wide' : 'data-table'
  return (
    <table role="table" className={look} aria-busy={isBusy || !children || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Heading key={column.heading} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children ?? <RowsToCome headings={columns.map(({ heading }) => heading)} />}</tbody>
    </table>
  )
}

function Heading<Sort extends string>({
  column: { heading, isFigure, sorts },
  order,
}: {
  column: ColumnHead<Sort>
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
      <span className="data-table-word">{heading}</span>
      <button
        type="button"
        className="data-table-sort"
        onClick={() => order.choose(order.sort === first ? other : first)}
      >
        {heading}
        <span aria-hidden="true" className="data-table-mark">
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
