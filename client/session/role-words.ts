/** Role names. */
export const roleName = { user: 'Member', buyer: 'Buyer', seller: 'Seller', admin: 'Admin' } as const

/** Role descriptions, in one line. */
export const roleMeaning = {
  buyer: 'Reserve books, pay for them and meet the seller.',
  seller: 'List your books and see who buys them.',
} as const
