import type { Book } from '#contract/books/books.ts'
import type { BookSort } from '#contract/sorts.ts'
import type { Seller } from '#contract/books/sellers.ts'
import type { Page } from '#contract/call.ts'
import { imageHash } from '#contract/images/image-addresses.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { listBooks } from '../list-books.ts'
import { findSellerRow, type SellerRow } from './sellers.sql.ts'

type ReadServices = Pick<Services, 'db'>
const NO_SELLER = 'This seller isn’t here, or has left.'

/** The public profile of a seller; null for an account without a visible book, and for a closed one. */
export async function findSeller({ db }: ReadServices, id: string): Promise<Seller | null> {
  const row = await findSellerRow(db, id)
  return row && shapeSeller(row)
}

/** The same, refused where it is missing. */
export async function getSeller(services: ReadServices & Refuses<'not_found'>, id: string): Promise<Seller> {
  return (await findSeller(services, id)) ?? services.refuse('not_found', NO_SELLER)
}

/** One page of a seller's books for sale. Refuses sellers who can't be seen. */
export async function listBooksForSaleOf(
  services: ReadServices & Refuses<'not_found'>,
  sellerId: string,
  page: PageRequest<BookSort>,
): Promise<Page<Book>> {
  const [seller, books] = await Promise.all([
    findSellerRow(services.db, sellerId),
    listBooks(services, { sellerId, available: 'unsold' }, page),
  ])
  return seller ? books : services.refuse('not_found', NO_SELLER)
}

/** Drops photos on other hosts, which could track who looks at the page. */
const shapeSeller = ({ joinedAt, photoUrl, ...facts }: SellerRow): Seller => ({
  ...facts,
  photoUrl: photoUrl !== null && imageHash(photoUrl) !== null ? photoUrl : null,
  since: joinedAt.toISOString().slice(0, 'YYYY-MM'.length),
})
