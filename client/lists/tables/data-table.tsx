import type { ListOrder } from './list-order.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** Maximum columns side by side on a narrow page. */
const FEW_COLUMNS = 4

/** Sort orders of a column's heading; the first press sorts by `first`. */
interface ColumnOrder<Sort> {
  up: Sort
  down: Sort
  first?: Sort
}

/** Column heading: its text, whether its cells are figures, and its sort orders. */
export interface ColumnHead<Sort extends string = string> {
  heading: string
  isFigure?: boolean
  sorts?: ColumnOrder<Sort>
}

/** Column with its cell renderer. */
export interface Column<Row, Sort extends string = string> extends ColumnHead<Sort> {
  cell: (row: Row) => React.ReactNode
}

interface DataTableFrameProps<Sort extends string> {
  caption: string
  columns: readonly ColumnHead<Sort>[]
  order?: ListOrder<Sort>
  /** The rows are in the previous order until the sorted data is here. */
  isBusy?: boolean
  /** Rows; null while loading, for skeletons of the same size. */
  children: React.ReactNode
}

type DataTableProps<Row, Sort extends string> = Omit<DataTableFrameProps<Sort>, 'children' | 'columns'> & {
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[] | null
  keyOf: (row: Row) => string
}

/** Table of a list: sortable headings, rows rendered by column. */
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
 * Table frame for custom rows. On narrow screens each row is a card with the same labels (`data-label`); ARIA roles are
 * explicit, because `display` drops a table's semantics.
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
      <tbody role="rowgroup">{children ?? <RowSkeletons headings={columns.map(({ heading }) => heading)} />}</tbody>
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

function RowSkeletons({ headings }: { headings: readonly string[] }) {
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
