/** What each side of the shop is for, in one line. */
export const roleMeaning = {
  buyer: 'Hold books, pay by card and meet the seller.',
  seller: 'List your own books and see who takes them.',
} as const
