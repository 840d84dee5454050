/** What somebody is in the shop. */
export const roleName = { user: 'Member', buyer: 'Buyer', seller: 'Seller', admin: 'Admin' } as const

/** What each role is for, in one line. */
export const roleMeaning = {
  buyer: 'Reserve books, pay for them and meet the seller.',
  seller: 'List your books and see who buys them.',
} as const
