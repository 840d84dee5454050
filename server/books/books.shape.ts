import type { Book } from '#contract/books.ts'
import type { BookRow } from './books.sql.ts'

/** Book row → what anyone may see: without the seller's contacts. */
export function shapeBook(row: BookRow): Book {
  const { currency } = row
  return {
    id: row.id,
    title: row.title,
    author: row.author,
    description: row.description,
    location: row.location,
    category: row.category,
    condition: row.condition,
    originalPrice: { minor: row.originalPrice, currency },
    resalePrice: { minor: row.resalePrice, currency },
    yearOfPurchase: row.yearOfPurchase,
    postedAt: row.postedAt,
    seller: { id: row.sellerId, name: row.sellerName, emailVerified: row.sellerEmailVerified },
    state: row.state,
    isAdvertised: row.isAdvertised,
    images: row.images,
  }
}

/** The same with the seller's contacts, for the seller, the other side of an order, and the admin. */
export function shapeBookWithContacts(row: BookRow): Book {
  const book = shapeBook(row)
  return {
    ...book,
    seller: { ...book.seller, email: row.sellerEmail, mobileNumber: row.mobileNumber },
  }
}
