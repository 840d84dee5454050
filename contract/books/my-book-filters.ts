// No schema in here: the screen that shows the choice carries none.

/** Which of a seller's own books a list is about. `advertised`: those that are shown as such now. */
export const myBookStates = ['unsold', 'reserved', 'sold', 'paused', 'taken-down', 'advertised'] as const
export type MyBookState = (typeof myBookStates)[number]

/** Words of the title, the writer or the ISBN, each of which has to be there; and the state. */
export interface MyBookFilter {
  search?: string | undefined
  state?: MyBookState | undefined
}

/** What a search may be long. */
export const LONGEST_SEARCH = 100
