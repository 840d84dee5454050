import * as z from 'zod/mini'
import { facts, link, type MailBlock } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import { findAccountById, listAdminIds } from '#server/accounts/accounts.public.ts'
import { DAY_MS } from '#contract/duration.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { exampleOrder } from '#server/orders/mails/example-order.ts'
import { bookOf, numberOf } from '#server/orders/mails/order-words.ts'
import { readerOf } from '#server/orders/orders.rules.ts'
import { findOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import { findDispute, type DisputeRow } from './disputes.sql.ts'
import { exampleDispute } from './example-dispute.ts'

/** Days before the answer is due on which admins are reminded. */
const REMINDER_DAYS = 2

interface Disputed {
  dispute: DisputeRow
  order: OrderRow
}

const order = exampleOrder({ state: 'paid', isDisputed: true })
const open = { dispute: exampleDispute(), order }
const asked = { dispute: exampleDispute({ isInquiry: true, withdrawn: 0, cost: 0 }), order }
const closed = { dispute: exampleDispute({ status: 'closed', withdrawn: 0, endedAt: order.orderedAt }), order }
const lost = {
  dispute: exampleDispute({ status: 'lost', taken: 1250, borne: 1250, endedAt: order.orderedAt }),
  order: exampleOrder({ state: 'refunded', isCopyBack: true }),
}

/**
 * Mails an admin what the buyer's bank wants, and until when it takes an answer; again as a reminder. Null once it is
 * answered or over, or they are no admin any more.
 */
export const disputeToAnswerMail = defineMail({
  name: 'dispute_to_answer',
  group: 'always',
  params: z.object({ disputeId: z.string(), adminId: z.string(), since: z.string(), isReminder: z.boolean() }),
  find: async ({ db }, { disputeId, adminId }) => {
    const found = await findDisputed(db, disputeId)
    return found?.dispute.status === 'needs_response' ? toAdmin(db, adminId, found) : null
  },
  write: ({ dispute, order }, site, { isReminder }, { date }) => ({
    subject: `${isReminder ? 'Last days to answer: ' : ''}${dispute.isInquiry ? 'A bank asks about a payment' : 'Chargeback'}: ${quoted(order.snapshot.title)}`,
    blocks: [
      dispute.isInquiry
        ? `The buyer’s bank is asking about the payment of ${muchOf(dispute, order)} for ${bookOf(order)}. No money has moved yet. Answer, or refund the payment: that settles it.`
        : `The buyer’s bank has taken back ${muchOf(dispute, order)} for ${bookOf(order)}. Without an answer the money is lost.`,
      facts(
        ['Answer by', dispute.respondBy ? date(dispute.respondBy) : 'No answer is possible'],
        ['Card provider’s number', dispute.providerDisputeId],
        ['Fee', dispute.cost > 0 ? formatMoney({ minor: dispute.cost, currency: order.currency }) : ''],
      ),
      dispute.respondBy &&
        'Answer on the card provider’s own pages. What helps: that the two met, when the code was typed in, and what they wrote to each other.',
      isOwedFor(dispute, order)
        ? 'What the club owes the seller for this order is on hold until the bank has decided.'
        : null,
      orderLink(order, site),
      numberOf(order),
    ],
  }),
  examples: [
    { to: 'Admins', when: 'A buyer’s bank took a payment back', facts: open },
    { to: 'Admins', when: 'A buyer’s bank asks about a payment', facts: asked },
    { to: 'Admins', when: 'Two days before a bank has to be answered', facts: open, params: { isReminder: true } },
  ],
})

/** Mails an admin how a dispute ended. Null while it is open, as after an appeal. */
export const disputeEndedMail = defineMail({
  name: 'dispute_ended',
  group: 'always',
  params: z.object({ disputeId: z.string(), adminId: z.string(), since: z.string() }),
  find: async ({ db }, { disputeId, adminId }) => {
    const found = await findDisputed(db, disputeId)
    return found?.dispute.endedAt ? toAdmin(db, adminId, found) : null
  },
  write: ({ dispute, order }, site) => ({
    subject: `${dispute.status === 'lost' ? 'Chargeback lost' : endOf(dispute, order)}: ${quoted(order.snapshot.title)}`,
    blocks: [...outcomeFor(dispute, order), orderLink(order, site), numberOf(order)],
  }),
  examples: [
    { to: 'Admins', when: 'A buyer’s bank let a payment stand', facts: closed },
    { to: 'Admins', when: 'A buyer’s bank kept a payment', facts: lost },
  ],
})

/** Mails the seller what a dispute means for their order, as it stands when the email goes out. */
export const disputeNewsMail = defineMail({
  name: 'dispute_news',
  group: 'always',
  params: z.object({ disputeId: z.string(), since: z.string() }),
  find: async ({ db }, { disputeId }) => {
    const found = await findDisputed(db, disputeId)
    const to = found && readerOf(found.order, 'seller')
    return to && { to, ...found }
  },
  write: ({ dispute, order }, site) => ({
    cover: order.bookId,
    subject: `${dispute.endedAt ? (dispute.status === 'lost' ? 'Chargeback' : endOf(dispute, order)) : 'About a payment'}: ${quoted(order.snapshot.title)}`,
    blocks: [...newsFor(dispute, order, site), orderLink(order, site), numberOf(order)],
  }),
  examples: [
    { to: 'The seller', when: 'The buyer’s bank took the payment back', facts: open },
    { to: 'The seller', when: 'The buyer’s bank is asking about the payment', facts: asked },
    { to: 'The seller', when: 'The buyer’s bank let the payment stand', facts: closed },
    { to: 'The seller', when: 'The buyer’s bank kept the payment', facts: lost },
  ],
})

/** Books what a change of a dispute calls for, in its transaction; the seller's only where the payment counts. */
export async function bookDisputeMails(
  tx: Tx,
  { id: disputeId, counts }: Pick<DisputeRow, 'id' | 'counts'>,
  { isOver, respondBy }: { isOver: boolean; respondBy: Date | null },
  now: Date,
): Promise<void> {
  const since = now.toISOString()
  const remindAt = respondBy && new Date(respondBy.getTime() - REMINDER_DAYS * DAY_MS)
  for (const adminId of await listAdminIds(tx)) {
    if (isOver) await disputeEndedMail.book(tx, { disputeId, adminId, since })
    else await disputeToAnswerMail.book(tx, { disputeId, adminId, since, isReminder: false })
    if (!isOver && remindAt && remindAt > now)
      await disputeToAnswerMail.book(tx, { disputeId, adminId, since, isReminder: true }, remindAt)
  }
  if (counts) await disputeNewsMail.book(tx, { disputeId, since })
}

function outcomeFor(dispute: DisputeRow, order: OrderRow): string[] {
  const fee = dispute.cost > 0 && `The club pays the card provider’s fee of ${money(dispute.cost, order)}.`
  if (dispute.status !== 'lost')
    return [
      isOwedFor(dispute, order)
        ? `The bank has decided about the payment of ${muchOf(dispute, order)} for ${bookOf(order)}: it stands. What the club owes the seller is no longer on hold.`
        : `The bank has decided about the payment of ${muchOf(dispute, order)} for ${bookOf(order)}, and keeps none of it.${order.state === 'refunded' ? ' The order stays refunded.' : ''}`,
      ...(fee ? [fee] : []),
    ]
  const clubs = dispute.taken - dispute.borne
  return [
    `The buyer’s bank keeps ${money(dispute.taken, order)} of the payment for ${bookOf(order)}. ${dispute.counts && dispute.borne > 0 ? `The seller isn’t owed ${money(dispute.borne, order)} of it any more.` : ''}`,
    clubs > 0 ? `${money(clubs, order)} of it is the club’s loss: it had gone back to the buyer before.` : '',
    fee || '',
  ]
}

function newsFor(dispute: DisputeRow, order: OrderRow, site: Site): MailBlock[] {
  const [what, isWithSeller] = [`${muchOf(dispute, order)} for ${bookOf(order)}`, order.state === 'paid']
  if (dispute.status === 'lost')
    return [
      `The buyer’s bank decided to give the buyer ${money(dispute.taken, order)} back for ${bookOf(order)}. ${dispute.borne > 0 ? `The club doesn’t owe you ${money(dispute.borne, order)} of it any more; if it was transferred before, it comes off your next transfer.${order.feeRate + order.feeLeast > 0 ? ' The club takes no fee on it.' : ''}` : ''}`,
      order.isCopyBack ? 'You can put the book up for sale again on the order’s page.' : '',
      `Questions? Write to the club: ${clubContact(site)}`,
    ]
  if (dispute.status === 'closed' && order.state === 'refunded')
    return [
      `The buyer’s bank has decided about the payment of ${what}, and keeps none of it. The order stays refunded.`,
      'If the club owes you anything for it, your statement shows it.',
    ]
  if (dispute.status === 'closed')
    return [
      `The buyer’s bank has decided about the payment of ${what}: it stands.`,
      isWithSeller
        ? 'You can meet the buyer and hand the book over.'
        : 'What the club owes you for it is no longer on hold.',
    ]
  return [
    dispute.isInquiry
      ? `The buyer’s bank is asking about the payment of ${what}. Nothing is decided, and no money has moved.`
      : `The buyer’s bank has taken back ${what} while it looks into it. That isn’t your fault, and nothing is decided yet.`,
    waitingWords(order),
    `Do you have something that shows that you met, or what you agreed? Write to the club, which answers the bank: ${clubContact(site)}`,
  ]
}

function waitingWords({ state }: OrderRow): string {
  if (state === 'refunded') return 'The order was refunded before, so you don’t have to do anything.'
  return state === 'paid'
    ? 'Please keep the book for now. We’ll email you when the bank has decided, which can take two or three months.'
    : 'What the club owes you for it is on hold until the bank has decided, which can take two or three months. We’ll email you then.'
}

/** Whether anything is owed to the seller, or will be, when the payment stands. */
const isOwedFor = ({ counts }: DisputeRow, { state }: OrderRow): boolean => counts && state !== 'refunded'

/** How a dispute ended that isn't lost: a refund may have settled it. */
const endOf = (dispute: DisputeRow, order: OrderRow): string =>
  isOwedFor(dispute, order) ? 'The payment stands' : 'The bank has decided'

async function findDisputed(db: Db, id: string): Promise<Disputed | null> {
  const dispute = await findDispute(db, id)
  const found = dispute && (await findOrder(db, dispute.orderId))
  return found && { dispute, order: found }
}

async function toAdmin(db: Db, adminId: string, found: Disputed) {
  const admin = await findAccountById(db, adminId)
  if (admin?.role !== 'admin' || admin.closedAt) return null
  return { to: { name: admin.name, address: admin.email }, ...found }
}

const money = (minor: number, { currency }: OrderRow) => formatMoney({ minor, currency })
const muchOf = ({ amount }: DisputeRow, its: OrderRow) => money(amount, its)
const orderLink = ({ id }: OrderRow, { publicUrl }: Site) =>
  link('See the order', `${publicUrl}${orderPage(id, 'disputes')}`)
