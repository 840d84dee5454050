import type { Book } from '#contract/books/books.ts'

/** What deleting it has done: a sold copy only leaves the list, and a paused one was not for sale. */
export function deletedWords({ title, state, isPaused }: Pick<Book, 'title' | 'state' | 'isPaused'>): string {
  if (state === 'sold') return `“${title}” is off your list. Its order stays as it is.`
  return `“${title}” is ${isPaused ? 'off your list' : 'no longer for sale'}.`
}

/** A book that was just deleted, and the place of its row among those shown. */
export interface DeletedRow<Item extends { id: string }> {
  book: Item
  at: number
}

/** A list that was read again no longer has what was just deleted; it stays where it was while undo is offered. */
export function withDeleted<Item extends { id: string }>(
  books: readonly Item[],
  deleted: readonly DeletedRow<Item>[],
): Item[] {
  const shown = [...books]
  for (const { book, at } of deleted.toSorted((a, b) => a.at - b.at))
    if (!books.some(({ id }) => id === book.id)) shown.splice(at, 0, book)
  return shown
}

/** One of them is gone for good: the rows below it move up. */
export function withoutDeleted<Item extends { id: string }>(
  deleted: readonly DeletedRow<Item>[],
  id: string,
): DeletedRow<Item>[] {
  const gone = deleted.find(({ book }) => book.id === id)
  return deleted.filter((row) => row !== gone).map(({ book, at }) => ({ book, at: gone && gone.at < at ? at - 1 : at }))
}
