// How lists may be ordered; the first is what a request without `sort` gets. A name alone goes up (A to Z, cheapest first),
// with a minus down. No schema in here: a page that only shows books carries none.

/** A list of books that anyone may see. */
export const bookSorts = ['newest', 'price', '-price'] as const
/** A seller's own books. */
export const myBookSorts = ['newest', 'oldest', 'name', '-name', 'price', '-price', 'state', '-state'] as const
/** A buyer's own orders. */
export const myOrderSorts = ['newest', 'oldest', 'name', '-name', 'price', '-price', 'state', '-state'] as const
/** Who reserved or bought a seller's books. */
export const myBuyerSorts = ['newest', 'oldest', 'name', '-name', 'book', '-book', 'state', '-state'] as const
/** The admin's lists of accounts. */
export const accountSorts = ['newest', 'oldest', 'name', '-name', 'email', '-email', 'state', '-state'] as const

export type BookSort = (typeof bookSorts)[number]
export type MyBookSort = (typeof myBookSorts)[number]
export type MyOrderSort = (typeof myOrderSorts)[number]
export type MyBuyerSort = (typeof myBuyerSorts)[number]
export type AccountSort = (typeof accountSorts)[number]
