import { buckets, slotOf } from './buckets.ts'

/**
 * Keys by which a CDN keeps a page and forgets it: of each bucket that the page shows its slot, four letters and digits at
 * most, since CDNs take few bytes of keys.
 */
export const keyOfSlot = (slot: number): string => slot.toString(36)

/** On every page; long enough to be no slot's. */
export const ALL_PAGES = 'all-pages'
/** On pages that also follow the search index. */
export const FOLLOWING_INDEX = 'following-index'

/** Keys of pages that show any of these buckets. */
export const keysOf = (changed: readonly string[]): string[] =>
  changed.includes(buckets.everything) ? [ALL_PAGES] : [...new Set(changed.map((bucket) => keyOfSlot(slotOf(bucket))))]
