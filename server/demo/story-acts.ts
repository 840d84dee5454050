import { randomUUID } from 'node:crypto'
import { priceText } from '#contract/money/currency-digits.ts'
import { releaseReason } from '#contract/orders/hand-over.ts'
import { newProblemBody } from '#contract/orders/problems.ts'
import { refundReason } from '#contract/orders/refunds.ts'
import type { EarlierPayments } from '#server/ports/card-payments.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { madeUpPrice } from '#server/books/made-up-price.ts'
import { addFavourite } from '#server/favourites/keep-favourite.ts'
import { readMessages } from '#server/messages/read-messages.ts'
import { sendMessage } from '#server/messages/send-message.ts'
import { startConversation } from '#server/messages/start-conversation.ts'
import { agreeToCash } from '#server/orders/agree-to-cash.ts'
import { buyBook } from '#server/orders/buy-book.ts'
import { chooseCash } from '#server/orders/choose-cash.ts'
import { confirmClaim } from '#server/orders/confirm-claim.ts'
import { confirmReceipt, handOver } from '#server/orders/hand-over.ts'
import { getStatementTotals } from '#server/orders/ledger/list-statement.ts'
import { markPaidOut } from '#server/orders/ledger/mark-paid-out.ts'
import { getOrder, getOrderOf } from '#server/orders/list-orders.ts'
import { confirmPayment } from '#server/orders/payments/confirm-payment.ts'
import { openPayment } from '#server/orders/payments/open-payment.ts'
import { refundOrder } from '#server/orders/payments/refund-order.ts'
import { answerProblem } from '#server/orders/problems/answer-problem.ts'
import { openProblem } from '#server/orders/problems/open-problem.ts'
import { cancelOrder, releaseBuyer } from '#server/orders/release-order.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import { answerCase } from '#server/reports/answer-decision.ts'
import { decideCase } from '#server/reports/decide-case.ts'
import { listCases } from '#server/reports/list-cases.ts'
import { makeReport } from '#server/reports/make-report.ts'
import type { Services } from '#server/services.ts'
import { saveSearch } from '#server/wants/save-search.ts'

/** Services for the story's use cases, at the moment of each line. */
export type StoryServices = Pick<
  Services,
  'db' | 'clock' | 'payouts' | 'shop' | 'site' | 'sealer' | 'log' | 'refuse' | 'identity' | 'images' | 'removeElsewhere'
> & {
  cards: EarlierPayments
}

/** The story's people and things, at the moment of a line. */
export interface Scene {
  services: StoryServices
  /** Account of a person, by nickname. */
  person(nickname: string): SignedInAccount
  phone(nickname: string): string
  /** Id of a book, by title. */
  book(title: string): string
  /** Orders by book title. */
  orders: Map<string, { id: string; buyerId: string }>
  /** Conversations by book title, each with its number of messages. */
  conversations: Map<string, { id: string; messages: number }>
}

/** A line of story.csv. */
export interface Line {
  daysAgo: number
  who: string
  does: keyof typeof acts
  /** Title of a book in most acts. */
  about: string
  reason: string
  /** A part of the price, in US cents. */
  amount: number | null
  text: string
}

type Act = (scene: Scene, line: Omit<Line, 'does'>) => Promise<unknown>

const MEETING_PLACE = 'Central Library, by the returns box'

/** An act on the order of a book. */
const onOrder =
  (act: (scene: Scene, me: SignedInAccount, orderId: string, line: Omit<Line, 'does'>) => Promise<unknown>): Act =>
  (scene, line) =>
    act(scene, scene.person(line.who), getNamed(scene.orders, line.about).id, line)

/** What the demo's people do, by its name in story.csv, through today's use cases. */
export const acts = {
  reserves: async ({ services, person, phone, book, orders }, { who, about }) => {
    const wish = { bookId: book(about), phone: phone(who), meetingLocation: MEETING_PLACE }
    const buyerId = person(who).id
    const { orderId } = await buyBook(services, buyerId, wish)
    await confirmClaim(services, buyerId, wish.bookId)
    orders.set(about, { id: orderId, buyerId })
  },
  pays: onOrder(async ({ services }, me, orderId) => {
    const { amount, currency } = await getOrderOf(services, 'buyer', me.id, orderId)
    await openPayment(services, me.id, { orderId, resalePrice: priceText({ minor: amount, currency }) })
    const { intentId } = await getOrderOf(services, 'buyer', me.id, orderId)
    await services.cards.pay(intentId!)
    await confirmPayment(services, me.id, { orderId, transactionId: intentId! })
  }),
  'asks for cash': onOrder(({ services }, me, orderId) => chooseCash(services, me.id, orderId)),
  'agrees to cash': onOrder(({ services }, me, orderId) => agreeToCash(services, me.id, orderId)),
  cancels: onOrder(({ services }, me, orderId) => cancelOrder(services, me.id, orderId)),
  releases: onOrder(({ services }, me, orderId, { reason }) =>
    releaseBuyer(services, me.id, orderId, releaseReason.parse(reason)),
  ),
  'hands over': onOrder(async ({ services, orders }, me, orderId, { about }) => {
    const { handOverCode } = await getOrderOf(services, 'buyer', getNamed(orders, about).buyerId, orderId)
    await handOver(services, me.id, orderId, handOverCode)
  }),
  'confirms receipt': onOrder(({ services }, me, orderId) => confirmReceipt(services, me.id, orderId)),
  'time passes': ({ services, orders }, { about }) => takeTimeStep(services, getNamed(orders, about).id),
  refunds: onOrder(({ services }, me, orderId, { reason, amount }) => {
    const { currency } = services.shop
    const part = amount !== null && { amount: priceText({ minor: madeUpPrice(amount, currency), currency }) }
    return refundOrder(services, me, orderId, { reason: refundReason.parse(reason), ...part })
  }),
  'opens a problem': onOrder(({ services }, me, orderId, { reason, text }) =>
    openProblem(services, me.id, orderId, { kind: newProblemBody.shape.kind.parse(reason), text }),
  ),
  'answers the problem': onOrder(async ({ services }, me, orderId, { text }) => {
    const { problems } = await getOrder(services, me, orderId)
    await answerProblem(services, me, problems[0]!.id, { text })
  }),
  writes: async ({ services, person, book, conversations }, { who, about, text }) => {
    const writing = { messageId: randomUUID(), text }
    const begun = conversations.get(about)
    if (!begun) {
      const sent = await startConversation(services, person(who).id, { bookId: book(about) }, writing)
      if ('waits' in sent) throw new Error(`${who} must have a confirmed email to write.`)
      conversations.set(about, { id: sent.conversationId, messages: 1 })
      return
    }
    // Writing implies reading: the last message stays unread until the other one looks.
    await readMessages(services, person(who).id, begun.id, begun.messages)
    await sendMessage(services, person(who).id, begun.id, writing)
    begun.messages += 1
  },
  reads: ({ services, person, conversations }, { who, about }) => {
    const { id, messages } = getNamed(conversations, about)
    return readMessages(services, person(who).id, id, messages)
  },
  'reports as misleading': ({ services, person, book }, { who, about, text }) =>
    makeReport(services, person(who), { kind: 'book', target: book(about), reason: 'misleading', words: text }),
  warns: async ({ services, person }, { who, text }) => {
    const { items } = await listCases(services, 'open', { limit: 1, sort: 'newest' })
    await decideCase(services, person(who), items[0]!.id, { seen: 1, decision: 'warn', days: null, note: text })
  },
  'answers the warning': async ({ services, person }, { who, text }) => {
    const { items } = await listCases(services, 'decided', { limit: 1, sort: 'newest' })
    await answerCase(services, person(who), items[0]!.id, text)
  },
  'pays out': async ({ services, person }, { who, about, text }) => {
    const sellerId = person(about).id
    const { currency } = services.shop
    const total = (await getStatementTotals(services, sellerId)).find((one) => one.currency === currency)
    const transfer = { sellerId, currency, amount: total!.owed, reference: text, key: randomUUID() }
    await markPaidOut(services, person(who).id, transfer)
  },
  favourites: ({ services, person, book }, { who, about }) => addFavourite(services, person(who).id, book(about)),
  'saves a search': ({ services, person }, { who, about, text }) =>
    saveSearch(services, person(who).id, { search: about, name: text, often: 'daily' }),
} satisfies Record<string, Act>

/** A value of the story; throws where its data name something else. */
export function getNamed<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`The demo’s story doesn’t know ${name}.`)
  return value
}
