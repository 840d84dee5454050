import type { MyListing } from '#contract/books/my-book-calls.ts'
import type { ManyChange, ManyChanged } from '#contract/books/many-books.ts'
import type { Money } from '#contract/money/currency-digits.ts'
import { countOf } from '#contract/wording.ts'

/** Bulk action. `book` is its state before, `to` its new price. */
export type Act =
  | { change: ManyChange; books: readonly MyListing[] }
  | { change: 'price'; prices: readonly { book: MyListing; to: Money }[] }

/** What takes a change back. */
export const inverse: Record<ManyChange, ManyChange> = {
  advertise: 'stop-advertising',
  'stop-advertising': 'advertise',
  pause: 'show',
  show: 'pause',
  delete: 'restore',
  restore: 'delete',
}

/** Inverse of an action, for the books it has changed; null for none. */
export function undoing(act: Act, changed: readonly string[]): Act | null {
  if (changed.length === 0) return null
  const isChanged = ({ id }: MyListing) => changed.includes(id)
  if (act.change !== 'price') return { change: inverse[act.change], books: act.books.filter(isChanged) }
  const taken = act.prices.filter(({ book }) => isChanged(book))
  return {
    change: 'price',
    prices: taken.map(({ book, to }) => ({ book: { ...book, resalePrice: to }, to: book.resalePrice })),
  }
}

const words: Record<Act['change'], (books: string) => string> = {
  advertise: (books) => `${books} advertised.`,
  'stop-advertising': (books) => `${books} no longer advertised.`,
  pause: (books) => `${books} paused.`,
  show: (books) => `${books} resumed.`,
  delete: (books) => `${books} deleted.`,
  restore: (books) => `${books} brought back.`,
  price: (books) => `Price changed for ${books}.`,
}

/** Success message: '12 books advertised.' */
export const wordsOf = ({ change }: Pick<Act, 'change'>, { changed }: { changed: readonly unknown[] }): string =>
  changed.length === 0 ? 'Nothing changed.' : words[change](countOf(changed.length, 'book'))

/** Refused books by title, with the reason. */
export function refusedIn(act: Act, { refused }: ManyChanged): { title: string; reason: string }[] {
  const books = act.change === 'price' ? act.prices.map(({ book }) => book) : act.books
  return refused.map(({ book, reason }) => ({ title: books.find(({ id }) => id === book)?.title ?? '', reason }))
}

/** Merges the answer of a retry: books that the lost request changed are named neither as changed nor as refused. */
export function mergeRetry(act: Act, { changed, refused }: ManyChanged): ManyChanged {
  const answered = new Set([...changed, ...refused.map(({ book }) => book)])
  const before =
    act.change === 'price'
      ? act.prices.filter(({ book, to }) => book.resalePrice.minor !== to.minor).map(({ book }) => book)
      : act.books.filter((book) => !wasInTargetState[act.change](book))
  return { changed: [...changed, ...before.map(({ id }) => id).filter((id) => !answered.has(id))], refused }
}

/** Whether a book was in the target state before the action. */
const wasInTargetState: Record<ManyChange, (book: MyListing) => boolean> = {
  advertise: ({ isAdvertised }) => isAdvertised,
  'stop-advertising': ({ isAdvertised }) => !isAdvertised,
  pause: ({ isPausedAlone }) => isPausedAlone,
  show: ({ isPausedAlone }) => !isPausedAlone,
  delete: () => false,
  restore: () => false,
}
