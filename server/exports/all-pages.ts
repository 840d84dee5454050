import type { Page } from '#contract/call.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import type { PageRequest } from '#contract/paging.ts'

/** Iterates over all items of a list, page by page: at most one page is in memory. */
export async function* allPages<Item, Sort extends string>(
  sort: Sort,
  list: (page: PageRequest<Sort>) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const { items, next } = await list({ limit: MOST_PER_PAGE, sort, cursor })
    yield* items
    cursor = next ?? undefined
  } while (cursor)
}

/** Iterates over all items after each last one, until there are none. */
export async function* allAfter<Item>(
  list: (after: Item | null, limit: number) => Promise<Item[]>,
): AsyncGenerator<Item> {
  let after: Item | null = null
  for (;;) {
    const items: Item[] = await list(after, MOST_PER_PAGE)
    yield* items
    if (items.length < MOST_PER_PAGE) return
    after = items.at(-1)!
  }
}
