import { useId } from 'react'
import type { ListOrder } from './list-order.ts'

/** All orders of a list to choose from; on a phone, where a table has no headings, the only way to sort it. */
export function SortChoice<Sort extends string>({ order }: { order: ListOrder<Sort> }) {
  const id = useId()
  const sorts = Object.keys(order.words) as Sort[]
  return (
    <p className="flex items-center gap-3 max-sm:w-full">
      <label htmlFor={id} className="shrink-0 text-sm text-ink-2">
        Sort by
      </label>
      <select
        id={id}
        className="input w-auto min-w-0 max-sm:grow"
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
