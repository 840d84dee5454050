import { dayBefore } from '#contract/duration.ts'
import { mayBuy } from '#contract/books/books.policy.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { actsAs } from './sides/acts-as.ts'
import { findBook } from '#server/books/list-books.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { payByOf, requireAgreedPrice, requireFairClaim, type FairClaimRefusal } from './orders.rules.ts'
import { claimForBuyer } from './order-changes.sql.ts'

export interface BuyWish {
  bookId: string
  phone: string
  meetingLocation: string
  /** The price that the buyer was shown, as text. */
  agreedPrice?: string | undefined
  /** Card unless said, where the shop takes cards. */
  payment?: 'card' | 'cash' | undefined
}

type BuyServices = Pick<Services, 'db' | 'clock' | 'shop' | 'site'> &
  Refuses<
    'not_found' | 'book_not_for_sale' | 'own_book' | 'listing_paused' | 'price_mismatch' | 'cash_off' | FairClaimRefusal
  >

/**
 * Claims a copy for a buyer and opens the order, atomically; the database decides the race. The seller gets an email.
 * Refuses copies that are gone, paused, the buyer's own, or dearer than the buyer was shown; a sixth unpaid claim, an
 * eleventh within 24 hours, a copy that the same buyer claimed within 24 hours, and a second claim before the email
 * address is confirmed; cash where the shop takes none. The club's fee is the one of this moment, whatever becomes of
 * the setting. Called twice by the same buyer, it returns the same order. Only the copy's id, the phone, the meeting
 * place, the way to pay and that price are read from the request.
 */
export async function buyBook(
  services: BuyServices,
  buyerId: string,
  { payment, ...wish }: BuyWish,
): Promise<{ orderId: string }> {
  const { cards, cash } = services.site
  if (payment === 'cash' && !cash) services.refuse('cash_off', 'This shop doesn’t take cash. Please pay by card.')
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    // The row lock serialises one buyer's claims, so that they can't exceed the limit together.
    const buyer = await lockOpenAccount(tx, buyerId)
    if (!(await actsAs(tx, buyer, 'buyer')))
      refuse('wrong_role', 'Only buyers can buy. You can change your role on your account page.')
    const claim = {
      ...wish,
      buyerId,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      paysInCash: payment === 'cash' || cards.mode === 'off',
      fee: { ...services.site.fee, currency: services.site.currency },
      now,
      payBy: payByOf(buyer, now, services.shop.claimSeconds),
    }
    const { opened, before } = await claimForBuyer(tx, claim, dayBefore(now))
    if (before.liveOrderId) return { orderId: before.liveOrderId }
    // A refusal from here on rolls the claim back.
    requireFairClaim(services, before, buyer, now)
    if (!opened) return refuseCopy(services, tx, wish.bookId, buyerId)
    requireAgreedPrice(services, opened, wish.agreedPrice)
    return { orderId: opened.id }
  })
}

async function refuseCopy(services: BuyServices, tx: Tx, bookId: string, buyerId: string): Promise<never> {
  const book = await findBook({ db: tx }, bookId)
  if (!book) return services.refuse('not_found', 'This book is no longer in the shop.')
  const may = mayBuy({ id: buyerId, isBuyer: true }, book)
  if (may === 'own_book') return services.refuse(may, 'This is your listing.')
  if (may === 'listing_paused')
    return services.refuse(may, 'This book isn’t for sale right now. It may come back on sale.')
  return services.refuse('book_not_for_sale', 'Someone was quicker: this copy is no longer for sale.')
}
