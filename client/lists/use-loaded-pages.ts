import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Page } from '#contract/call.ts'
import { joinPages, listAddress, useListPlace } from './list-place.ts'
import type { PageCache } from './page-cache.ts'
import type { Pages } from './pages.ts'

/**
 * Paginated list from a loader: `page` is the address's page, null where the read failed. Earlier pages come from the
 * `cache`.
 */
export function useLoadedPages<Item extends { id: string }>(
  page: Page<Item> | null,
  cache: PageCache<Item>,
): Pages<Item> {
  const pathname = listAddress(useLocation())
  const { sort, trail, current } = useListPlace()
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (page) cache.set({ pathname, sort, start: current }, page)
  }, [page, cache, pathname, sort, current])

  const before = trail.flatMap((start) => cache.get({ pathname, sort, start }) ?? [])
  const pages = page ? [...before, page] : before
  return {
    items: pages.length > 0 ? joinPages(pages) : undefined,
    error: page ? null : new Error('please try again'),
    next: pages.at(-1)?.next ?? null,
    isLoadingMore: false,
    isReading: state !== 'idle',
    retry: () => void revalidate(),
  }
}
