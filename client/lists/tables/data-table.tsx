import type { ListOrder } from './list-order.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { DataRow, type RowRole } from './data-row.tsx'

/** Maximum columns side by side on a narrow page. */
const FEW_COLUMNS = 4

/** Sort orders of a column's heading; the first press sorts by `first`. */
interface ColumnOrder<Sort> {
  up: Sort
  down: Sort
  first?: Sort
}

/** Column heading: its text, what it is in a narrow page's row, whether its cells are figures, and its sort orders. */
export interface ColumnHead<Sort extends string = string> {
  heading: string
  part: RowRole
  /** One of its `several` parts shows when the row is opened. */
  hasRest?: boolean
  /** Speaks for itself: has no label in a narrow page's rest. */
  isPlain?: boolean
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
  /** Name of a row, for the button that opens the rest of it. */
  nameOf: (row: Row) => string
}

/** Table of a list: sortable headings, rows rendered by column. */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const { rows, keyOf, nameOf, columns, ...frame } = props
  const isOpened = columns.some(hasRest)
  return (
    <DataTableFrame columns={columns} {...frame}>
      {rows?.map((row) => (
        <DataRow key={keyOf(row)} name={isOpened ? nameOf(row) : null}>
          {columns.map((column) => (
            <td key={column.heading} {...cellOf(column)}>
              {column.cell(row)}
            </td>
          ))}
        </DataRow>
      ))}
    </DataTableFrame>
  )
}

/** Whether a row of a narrow page has something of this column to open. */
const hasRest = ({ part, hasRest: hasPart }: ColumnHead) => part === 'rest' || hasPart === true

/** Attributes of a column's cells. Roles are explicit, because `display` drops a table's semantics. */
export const cellOf = ({ heading, part, isFigure, isPlain }: ColumnHead) => ({
  role: 'cell',
  'data-part': part,
  ...(part === 'rest' && !isPlain && { 'data-label': heading }),
  ...(isFigure && { className: 'figure' }),
})

/** Table frame for custom rows. On narrow pages each row is laid out by what its columns are (`part`). */
export function DataTableFrame<Sort extends string>(props: DataTableFrameProps<Sort>) {
  const { caption, columns, order, isBusy, children } = props
  const look = columns.length > FEW_COLUMNS ? 'data-table-wide' : 'data-table'
  return (
    <table role="table" className={look} aria-busy={isBusy || !children || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.some(hasRest) && (
            <th role="columnheader" scope="col" className="row-more">
              <span className="sr-only">More</span>
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.heading} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children ?? <RowSkeletons columns={columns} />}</tbody>
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

function RowSkeletons({ columns }: { columns: readonly ColumnHead[] }) {
  return [1, 2, 3, 4, 5, 6].map((place) => (
    <tr key={place} role="row" aria-hidden="true">
      {columns.map((column, at) => (
        <td key={column.heading} {...cellOf(column)}>
          <Skeleton className={skeletonHeight(column, at === columns.length - 1)} />
        </td>
      ))}
    </tr>
  ))
}

function skeletonHeight({ part }: ColumnHead, isLast: boolean): string {
  if (part === 'cover') return 'aspect-2/3 w-14'
  return isLast ? 'h-11' : 'h-5'
}
