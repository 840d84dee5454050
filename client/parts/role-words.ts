/** What somebody is in the shop. */
export const roleName = { user: 'Member', buyer: 'Buyer', seller: 'Seller', admin: 'Admin' } as const

/** What each side of the shop is for, in one line. */
export const roleMeaning = {
  buyer: 'Hold books, pay by card and meet the seller.',
  seller: 'List your own books and see who takes them.',
} as const
