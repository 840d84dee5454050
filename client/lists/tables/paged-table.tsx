import { countOf } from '#contract/wording.ts'
import type { ListOrder } from './list-order.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import type { Pages } from '#client/lists/pages.ts'
import { ToBeginning } from '#client/lists/to-beginning.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { SortChoice } from './sort-choice.tsx'

interface PagedTableProps<Item extends { id: string }, Sort extends string> {
  pages: Pages<Item>
  /** What it is a list of, for the count above it: ['order', 'orders']. */
  nouns?: readonly [one: string, many: string]
  order?: ListOrder<Sort>
  /** How many there are, where somebody has counted: instead of "24 books so far". */
  countWords?: (shown: number, isAll: boolean) => string
  /** Gets the reason why the list could not be read. */
  errorWords: (message: string) => string
  empty: React.ReactNode
  /** Stands in for the items until they are here. */
  placeholder?: React.ReactNode
  children: (items: Item[]) => React.ReactNode
}

/** A list of the signed-in screens: its count says the order as well, which is chosen from a list or by the table's headings. */
export function PagedTable<Item extends { id: string }, Sort extends string = string>(
  props: PagedTableProps<Item, Sort>,
) {
  const { pages, nouns = ['entry', 'entries'], order, errorWords, empty, children } = props
  const { placeholder = <Skeletons count={4} className="h-16" label="Loading…" /> } = props
  const { next, isReading, isLoadingMore } = pages
  const { countWords = (shown) => `${countOf(shown, ...nouns)}${next === null ? '' : ' so far'}` } = props
  return (
    <PagedList
      pages={pages}
      renderCount={(items, isAll) => (
        <>
          {countWords(items.length, isAll)}
          {order && <span className="sr-only">, sorted by: {order.words[order.sort]}</span>}
        </>
      )}
      order={order && <SortChoice order={order} />}
      className="mb-3 min-h-11 gap-y-2"
      failure={({ message }) => (isReading || isLoadingMore ? null : errorWords(message))}
      empty={empty}
      nothingFurther={
        <p className="flex flex-wrap items-center gap-x-4">
          Nothing more from here on. <ToBeginning />
        </p>
      }
      placeholder={placeholder}
    >
      {children}
    </PagedList>
  )
}
