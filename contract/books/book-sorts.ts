/** How a list of books that anyone may see is ordered; the first is what a request without `sort` gets. As in `sorts.ts`. */
export const bookSorts = ['newest', 'price', '-price'] as const
export type BookSort = (typeof bookSorts)[number]
