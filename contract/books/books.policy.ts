import type { Book } from './books.ts'

/*
 * What an account may do to a book: 'yes', or the code of the refusal. The server refuses by these and screens show by
 * these. Where two accounts may want the same copy at once, SQL decides; it only asks here for the reason.
 */

type Copy = Pick<Book, 'state' | 'isPaused'>
/** `takenDown`: since when or why the club took it down; null or nothing where it didn't. */
type OwnCopy = Copy & { takenDown?: unknown }

/** `isBuyer`: the account acts as a buyer, by its role or by orders that it has. */
export function mayBuy(
  account: { id: string; isBuyer: boolean },
  book: Copy & { seller: { id: string } },
): 'yes' | 'own_book' | 'wrong_role' | 'book_not_for_sale' | 'listing_paused' {
  if (account.id === book.seller.id) return 'own_book'
  if (!account.isBuyer) return 'wrong_role'
  if (book.state !== 'unsold') return 'book_not_for_sale'
  return book.isPaused ? 'listing_paused' : 'yes'
}

/** For the book's seller; to stop advertising is always possible. */
export function mayAdvertise(book: OwnCopy): 'yes' | 'book_sold' | 'taken_down_already' {
  if (book.state !== 'unsold') return 'book_sold'
  return book.takenDown ? 'taken_down_already' : 'yes'
}

/** For the book's seller; a reserved one is paused for when it comes back. */
export const mayPause = (book: Copy): 'yes' | 'book_sold' => (book.state === 'sold' ? 'book_sold' : 'yes')

/** For the book's seller; a sold one only leaves the seller's list. */
export const mayDelete = (book: Copy): 'yes' | 'book_claimed' => (book.state === 'claimed' ? 'book_claimed' : 'yes')

/** For the book's seller. What of a reserved copy has to stay says `lockedFields`. */
export const mayEdit = (book: Copy): 'yes' | 'book_sold' => (book.state === 'sold' ? 'book_sold' : 'yes')

/** What the buyer of a reserved copy was promised, by the names of the form's fields: it can't be edited until then. */
export const lockedFields = (book: Copy): readonly LockedField[] => (book.state === 'claimed' ? PROMISED : [])
export type LockedField = (typeof PROMISED)[number]
const PROMISED = ['book_img', 'condition', 'originalPrice', 'resalePrice'] as const
