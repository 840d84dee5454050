import { imageHash } from '#contract/images/image-addresses.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { findLaterSlug, keepCategory } from '#server/categories/categories.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { putBackPicture } from '#server/images/put-back-picture.ts'
import type { EncodedPicture } from '#server/ports/image-host.ts'
import type { Services } from '#server/services.ts'
import { settlePaused } from '../books.public.ts'
import { findBookWithTakeDown, lockBookOfSeller, updateBook } from '../books.sql.ts'
import type { OwnBook } from '../book.columns.ts'
import { type BackedUpBook, insertBackedUpBook, readBackedUpBook, undoRemoval } from './put-back.sql.ts'

type PutBackServices = Pick<Services, 'db' | 'clock' | 'images'> &
  Refuses<'not_found' | 'account_gone' | 'book_sold' | 'book_changed'>

/** A listing as a backup has it. */
export interface BackedUpListing {
  /** The row of `books`, its values as texts. */
  row: Readonly<Record<string, string | null>>
  /** Pictures that the backup has, by their hashes. */
  pictures: ReadonlyMap<string, EncodedPicture>
  /** When the backup was taken. */
  madeAt: Date
}

export interface PutBack {
  title: string
  state: 'for sale' | 'paused' | 'taken down'
  /** How many of its pictures neither the backup has nor the shop. */
  lostPictures: number
}

/**
 * Brings a deleted listing back as a backup has it, with its pictures: for sale; or paused, where it was, where its seller
 * is away or suspended, or where it was reserved then and is unknown now. What the club took down stays so. The audit
 * log says that the operator did it, and from the backup of when. Refuses a listing that is there (so, called twice, it
 * refuses), a copy that was sold or is reserved, and one whose seller's account or category is gone.
 */
export async function putBackListing(
  services: PutBackServices,
  { row, pictures, madeAt }: BackedUpListing,
): Promise<PutBack> {
  const { db, clock } = services
  const then = await readBackedUpBook(db, row)
  if (!then) return services.refuse('not_found', 'The backup has no such listing.')
  await db.transaction().execute((tx) => requirePossible(tx, services, then))
  const images: string[] = []
  for (const url of then.images) {
    const hash = imageHash(url)
    // One at a host outside has no files of ours.
    if (hash === null || (await putBackPicture(services, then.sellerId, url, pictures.get(hash) ?? null)))
      images.push(url)
  }
  return db.transaction().execute(async (tx) => {
    const { now, category } = await requirePossible(tx, services, then)
    const at = clock.now()
    const back = { ...then, category, images, pausedAt: then.pausedAt ?? (now || then.state === 'unsold' ? null : at) }
    if (now) {
      await updateBook(tx, then.id, back, at)
      await undoRemoval(tx, back)
    } else {
      const isPaused = back.isPaused || back.pausedAt !== null
      await insertBackedUpBook(tx, { ...back, state: 'unsold', removedAt: null, isPaused })
    }
    await settlePaused(tx, then.sellerId)
    const facts = { from: madeAt.toISOString() }
    const whose = { bookId: then.id, accountId: then.sellerId }
    await writeAudit(tx, { kind: 'listing_brought_back', by: { as: 'operator' }, at, ...whose, facts })
    const state = stateOf(await findBookWithTakeDown(tx, then.id))
    return { title: then.title, state, lostPictures: then.images.length - images.length }
  })
}

const stateOf = (book: OwnBook | null): PutBack['state'] =>
  book?.takenDownAt ? 'taken down' : book?.isPaused ? 'paused' : 'for sale'

/** The listing as it is now, deleted or without a row, and the category that it goes to. */
async function requirePossible(
  tx: Tx,
  { refuse }: PutBackServices,
  then: BackedUpBook,
): Promise<{ now: OwnBook | null; category: string | null }> {
  const seller = await lockAccount(tx, then.sellerId)
  if (!seller || seller.closedAt)
    return refuse(
      'account_gone',
      'The account of its seller was closed, and closed accounts aren’t brought back. They can sign up again (npm run admin -- unban EMAIL, where the club closed it) and list the book.',
    )
  const now = await lockBookOfSeller(tx, then.id, then.sellerId)
  if ((now ?? then).state === 'sold')
    return refuse('book_sold', 'This copy was sold; its order says to whom. A sold copy can’t be for sale again.')
  if (now && !now.removedAt)
    return refuse('book_changed', 'This listing is in the shop: nothing was deleted. --show tells how it differs.')
  const category = then.category === null ? null : await findPresentCategory(tx, then.category)
  if (then.category !== null && category === null)
    return refuse(
      'not_found',
      `Its category “${then.category}” isn’t in the shop any more. Add it again (Dashboard, Categories), and run this once more.`,
    )
  return { now, category }
}

/** A category's address, or the one where its books went. */
async function findPresentCategory(tx: Tx, slug: string): Promise<string | null> {
  const present = (await keepCategory(tx, slug)) ? slug : await findLaterSlug(tx, slug)
  return present !== null && (await keepCategory(tx, present)) ? present : null
}
