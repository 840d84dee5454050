/** The pages of a list that are shown, wherever they come from, and what is going on with them. */
export interface Pages<Item extends { id: string }> {
  /** Undefined until the first page is here. They stay when a later reading fails. */
  items: Item[] | undefined
  /** Of the latest reading; its message is the reason. */
  error: Error | null
  /** Where the page after those shown begins; null at the end. */
  next: string | null
  /** The page that was asked for last is still to come. */
  isLoadingMore: boolean
  /** Something is read again, or for the first time. */
  isReading: boolean
  /** After an error: what was asked for last, again. */
  retry: () => void
}
