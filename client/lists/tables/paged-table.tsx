import { useId } from 'react'
import { countOf } from '#contract/wording.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import type { Pages } from '#client/lists/pages.ts'
import { FirstPageLink } from '#client/lists/first-page-link.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { DataTable, type Column } from './data-table.tsx'
import type { ListOrder } from './list-order.ts'

interface PagedRowsProps<Item extends { id: string }, Sort extends string> {
  pages: Pages<Item>
  /** Nouns for the count above it: ['order', 'orders']. */
  nouns?: readonly [one: string, many: string]
  order?: ListOrder<Sort>
  /** Count text from a known total, in place of "Showing 24 books". */
  countWords?: (shown: number, isAll: boolean) => string
  /** Control before the count. */
  beforeCount?: React.ReactNode
  /** Error text in place of the usual one, which gives the reason. */
  errorWords?: string
  empty: React.ReactNode
  /** Placeholder until the items are here. */
  placeholder?: React.ReactNode
  children: (items: Item[]) => React.ReactNode
}

interface PagedTableProps<Row extends { id: string }, Sort extends string> extends Omit<
  PagedRowsProps<Row, Sort>,
  'placeholder' | 'children'
> {
  pages: Pages<Row> & { isSorting: boolean }
  caption: string
  columns: readonly Column<Row, Sort>[]
  keyOf?: (row: Row) => string
  nameOf: (row: Row) => string
  /** Content below the rows. */
  after?: React.ReactNode
}

/** Paginated table of the signed-in screens, with its count and sort order, chosen from a select or by headings. */
export function PagedTable<Row extends { id: string }, Sort extends string = string>({
  caption,
  columns,
  keyOf = byId,
  nameOf,
  after,
  ...list
}: PagedTableProps<Row, Sort>) {
  const { pages, order } = list
  // Same elements for rows and placeholder, so that React keeps the table and its focus.
  const table = (rows: readonly Row[] | null) => (
    <>
      <DataTable {...{ caption, columns, rows, keyOf, nameOf }} isBusy={pages.isSorting} {...(order && { order })} />
      {rows && after}
    </>
  )
  return (
    <PagedRows {...list} placeholder={table(null)}>
      {table}
    </PagedRows>
  )
}

const byId = ({ id }: { id: string }) => id

/** Paginated rows of any look, with their count and sort order. */
export function PagedRows<Item extends { id: string }, Sort extends string = string>(
  props: PagedRowsProps<Item, Sort>,
) {
  const { pages, nouns = ['entry', 'entries'], order, beforeCount, errorWords, empty, children } = props
  const { placeholder = <Skeletons count={4} className="h-16" label="Loading…" /> } = props
  const { next, isReading, isLoadingMore } = pages
  const { countWords = (shown) => `${next === null ? '' : 'Showing '}${countOf(shown, ...nouns)}` } = props
  return (
    <PagedList
      pages={pages}
      renderCount={(items, isAll) => (
        <>
          {countWords(items.length, isAll)}
          {order && <span className="sr-only">, sorted by: {order.words[order.sort]}</span>}
        </>
      )}
      beforeCount={beforeCount}
      order={order && <SortChoice order={order} />}
      className="mb-3 min-h-11 gap-y-2 max-sm:flex-nowrap max-sm:gap-x-3"
      failure={({ message }) =>
        isReading || isLoadingMore ? null : (errorWords ?? `An error has occurred: ${message}`)
      }
      empty={empty}
      nothingFurther={
        <p className="flex flex-wrap items-center gap-x-4">
          Nothing more to show. <FirstPageLink />
        </p>
      }
      placeholder={placeholder}
    >
      {children}
    </PagedList>
  )
}

/** Select of a list's sort orders; the only sort control on a phone, where tables have no headings. It says what it is there. */
function SortChoice<Sort extends string>({ order }: { order: ListOrder<Sort> }) {
  const id = useId()
  const sorts = Object.keys(order.words) as Sort[]
  return (
    <p className="not-printed flex min-w-0 items-center gap-3">
      <label htmlFor={id} className="shrink-0 text-sm text-ink-2 max-sm:sr-only">
        Sort by
      </label>
      <select
        id={id}
        className="input w-auto min-w-0"
        value={order.sort}
        onChange={({ currentTarget }) => order.choose(sorts[currentTarget.selectedIndex]!)}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {order.words[sort]}
          </option>
        ))}
      </select>
    </p>
  )
}
