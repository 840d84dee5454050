import { priceText } from '#contract/money/currency-digits.ts'
import type { ReleaseReason } from '#contract/orders/hand-over.ts'
import type { ProblemKind } from '#contract/orders/problems.ts'
import type { RefundReason } from '#contract/orders/refunds.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { agreeToCash } from '#server/orders/agree-to-cash.ts'
import { buyBook } from '#server/orders/buy-book.ts'
import { chooseCash } from '#server/orders/choose-cash.ts'
import { confirmClaim } from '#server/orders/confirm-claim.ts'
import { confirmReceipt, handOver } from '#server/orders/hand-over.ts'
import { getOrder, getOrderOf } from '#server/orders/list-orders.ts'
import { confirmPayment } from '#server/orders/payments/confirm-payment.ts'
import { openPayment } from '#server/orders/payments/open-payment.ts'
import { refundOrder } from '#server/orders/payments/refund-order.ts'
import { answerProblem } from '#server/orders/problems/answer-problem.ts'
import { openProblem } from '#server/orders/problems/open-problem.ts'
import { cancelOrder, releaseBuyer } from '#server/orders/release-order.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import type { DemoBook } from '../books/demo-book.ts'
import { getNamed, type Happening, type Scene } from './scene.ts'

const MEETING_PLACE = 'Central Library, by the returns box'

/** An order of the story, with one of its steps. */
interface Deal {
  scene: Scene
  title: string
  buyerId: string
  seller: SignedInAccount
  phone: string
}
type Step = (deal: Deal) => Promise<unknown>

export interface OrderStory {
  book: Pick<DemoBook, 'title' | 'seller'>
  buyer: 'priya' | 'jonah'
  /** Steps, each with its age in days. */
  steps: readonly (readonly [daysAgo: number, step: Step])[]
}

/** An order's steps as happenings of the story. */
export const happeningsOf = (
  { book: { title, seller }, buyer, steps }: OrderStory,
  phones: Record<string, string>,
): Happening[] =>
  steps.map(([daysAgo, step]) => ({
    daysAgo,
    happens: (scene) =>
      step({
        scene,
        title,
        buyerId: scene.person(buyer).id,
        seller: scene.person(seller),
        phone: phones[buyer]!,
      }),
  }))

const orderOf = ({ scene, title }: Deal) => getNamed(scene.orders, title)
const asBuyer = (deal: Deal) => getOrderOf(deal.scene.services, 'buyer', deal.buyerId, orderOf(deal))

export const claims: Step = async ({ scene, title, buyerId, phone }) => {
  const wish = { bookId: scene.book(title), phone, meetingLocation: MEETING_PLACE }
  const { orderId } = await buyBook(scene.services, buyerId, wish)
  await confirmClaim(scene.services, buyerId, wish.bookId)
  scene.orders.set(title, orderId)
}

export const pays: Step = async (deal) => {
  const { services } = deal.scene
  const { id: orderId, amount, currency } = await asBuyer(deal)
  await openPayment(services, deal.buyerId, { orderId, resalePrice: priceText({ minor: amount, currency }) })
  const { intentId } = await asBuyer(deal)
  await services.cards.pay(intentId!)
  await confirmPayment(services, deal.buyerId, { orderId, transactionId: intentId! })
}

export const asksForCash: Step = (deal) => chooseCash(deal.scene.services, deal.buyerId, orderOf(deal))
export const agrees: Step = (deal) => agreeToCash(deal.scene.services, deal.seller.id, orderOf(deal))
export const cancels: Step = (deal) => cancelOrder(deal.scene.services, deal.buyerId, orderOf(deal))
export const hasTheBook: Step = (deal) => confirmReceipt(deal.scene.services, deal.buyerId, orderOf(deal))
export const timePasses: Step = (deal) => takeTimeStep(deal.scene.services, orderOf(deal))
export const handsOver: Step = async (deal) =>
  handOver(deal.scene.services, deal.seller.id, orderOf(deal), (await asBuyer(deal)).handOverCode)
export const letsGo =
  (reason: ReleaseReason): Step =>
  (deal) =>
    releaseBuyer(deal.scene.services, deal.seller.id, orderOf(deal), reason)

/** Refunds all, or a part worth about that many US cents. */
export const refunds =
  (reason: RefundReason, usCents?: number): Step =>
  async (deal) => {
    const { services } = deal.scene
    const { currency } = await asBuyer(deal)
    const amount = usCents && priceText({ minor: madeUpPrice(usCents, currency), currency })
    await refundOrder(services, deal.seller, orderOf(deal), { reason, ...(amount && { amount }) })
  }

export const opensProblem =
  (kind: ProblemKind, text: string): Step =>
  (deal) =>
    openProblem(deal.scene.services, deal.buyerId, orderOf(deal), { kind, text })

export const answers =
  (text: string): Step =>
  async (deal) => {
    const { problems } = await getOrder(deal.scene.services, deal.seller, orderOf(deal))
    await answerProblem(deal.scene.services, deal.seller, problems[0]!.id, { text })
  }
