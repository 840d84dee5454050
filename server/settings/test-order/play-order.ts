import { randomUUID } from 'node:crypto'
import { noFacts } from '#contract/books/book-facts.ts'
import type { NewBook } from '#contract/books/books.ts'
import { DAY_MS } from '#contract/duration.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import type { TestOrderStep } from '#contract/settings/test-order.ts'
import { insertAccount, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { addBook } from '#server/books/add-book.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { Tx } from '#server/database/schema.ts'
import { agreeToCash } from '#server/orders/agree-to-cash.ts'
import { buyBook } from '#server/orders/buy-book.ts'
import { confirmClaim } from '#server/orders/confirm-claim.ts'
import { handOver } from '#server/orders/hand-over.ts'
import { getStatementTotals } from '#server/orders/ledger/list-statement.ts'
import { getOrderOf } from '#server/orders/list-orders.ts'
import { confirmPayment } from '#server/orders/payments/confirm-payment.ts'
import { openPayment } from '#server/orders/payments/open-payment.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import type { EarlierPayments } from '#server/ports/card-payments.ts'
import type { Services } from '#server/services.ts'
import { checkSums } from './test-order.sql.ts'

type PlayServices = Pick<Services, 'db' | 'clock' | 'shop' | 'site' | 'log' | 'refuse'> & { cards: EarlierPayments }

/** How an order is played, and who hears of it. */
export interface Played {
  way: 'card' | 'cash'
  tx: Tx
  /** What the services' clock shows. */
  moment: { at: Date }
  joined: (accountId: string) => void
  reached: (step: TestOrderStep) => void
}

const PLACE = 'Test order'
const PHONE = '+1 555 010 0100'
/** Longer than an order takes to be done after the hand-over. */
const LATER_MS = 30 * DAY_MS

/**
 * Plays an order by the shop's own use cases, with people and a book that exist in this transaction alone. Rejects where
 * a step fails.
 */
export async function playOrder(services: PlayServices, { way, tx, moment, joined, reached }: Played): Promise<void> {
  const person = async (role: 'seller' | 'buyer') => {
    const account = await aPerson(services, role)
    joined(account.id)
    return account
  }
  const [seller, buyer] = [await person('seller'), await person('buyer')]
  const bookId = await addBook(services, seller, await aBook(services))
  reached('listed')
  const wish = { bookId, phone: PHONE, meetingLocation: PLACE, payment: way }
  const { orderId } = await buyBook(services, buyer.id, wish)
  await confirmClaim(services, buyer.id, bookId)
  reached('reserved')
  if (way === 'card') await payByCard(services, buyer.id, orderId)
  else await agreeToCash(services, seller.id, orderId)
  reached('paid')
  const { handOverCode, amount } = await getOrderOf(services, 'buyer', buyer.id, orderId)
  await handOver(services, seller.id, orderId, handOverCode)
  reached('handed_over')
  moment.at = new Date(moment.at.getTime() + LATER_MS)
  await takeTimeStep(services, orderId)
  const { state } = await getOrderOf(services, 'seller', seller.id, orderId)
  if (state !== 'done') throw new Error(`The test order is ${state}, and should be done.`)
  reached('done')
  const [total] = await getStatementTotals(services, seller.id)
  const counted = (total?.owed ?? 0) + (total?.fees ?? 0)
  if (counted !== (way === 'card' ? amount : 0)) throw new Error(`The statement counts ${counted} of ${amount}.`)
  await checkSums(tx)
  reached('settled')
}

async function payByCard(services: PlayServices, buyerId: string, orderId: string): Promise<void> {
  const find = () => getOrderOf(services, 'buyer', buyerId, orderId)
  const { amount, currency } = await find()
  await openPayment(services, buyerId, { orderId, resalePrice: priceText({ minor: amount, currency }) })
  const { intentId } = await find()
  await services.cards.pay(intentId!)
  await confirmPayment(services, buyerId, { orderId, transactionId: intentId! })
}

async function aPerson({ db, clock }: PlayServices, role: 'seller' | 'buyer'): Promise<SignedInAccount> {
  const identityId = `test-order-${randomUUID()}`
  // A domain that never has mail (RFC 2606).
  const email = `${identityId}@example.invalid`
  const now = clock.now()
  const account = await insertAccount(
    db,
    { identityId, email, emailVerified: true, name: `Test ${role}`, photoUrl: null, role },
    now,
  )
  return { ...account!, signedInAt: Math.floor(now.getTime() / 1000) }
}

async function aBook({ db, clock, shop: { currency }, refuse }: PlayServices): Promise<NewBook> {
  const [category] = await listCategoryRows(db)
  if (!category) return refuse('not_found', 'There’s no category yet. Add one, so that sellers can list a book.')
  return {
    ...noFacts,
    title: 'A test of this shop',
    author: 'Nobody',
    category: category.slug,
    yearOfPurchase: clock.now().getUTCFullYear(),
    location: PLACE,
    mobileNumber: PHONE,
    originalPrice: madeUpPrice(2000, currency),
    resalePrice: madeUpPrice(1000, currency),
    images: [],
  }
}
