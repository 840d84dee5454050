/** How often emails about it come; never: it is kept, and quiet. */
export const OFTEN = ['at_once', 'daily', 'never'] as const
export type Often = (typeof OFTEN)[number]

/** What somebody waits for: what a search finds, or one copy that is reserved. */
export interface Want {
  id: string
  name: string
  /** A saved search, as an address has it; null where it is one copy. */
  search: string | null
  bookId: string | null
  often: Often
  since: Date
}

/** What one account waits for at most. */
export const MOST_WANTS = 50
