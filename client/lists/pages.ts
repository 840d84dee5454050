/** Pages of a list with their loading state, from loader or query. */
export interface Pages<Item extends { id: string }> {
  /** Undefined until the first page is here. Items stay when a later read fails. */
  items: Item[] | undefined
  /** Error of the latest read; its message is the reason. */
  error: Error | null
  /** Cursor of the next page; null at the end. */
  next: string | null
  /** The page requested last is loading. */
  isLoadingMore: boolean
  /** A read is in flight. */
  isReading: boolean
  /** Repeats the failed read. */
  retry: () => void
}
