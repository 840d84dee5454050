import * as z from 'zod/mini'
import { bookWords, mailText, quoted } from '#contract/mail-words.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Db } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { findOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import { findRefund, isToGiveByHand, type RefundRow } from './refunds.sql.ts'

/**
 * Mails the buyer that the card's bank rejected a refund and whom to write to; or, with `since`, that it was paid after
 * all. Null for a closed account: the email to admins says how to go on.
 */
export const refundFailureMail = defineMail({
  name: 'refund_failure',
  group: 'always',
  params: z.object({ refundId: z.string(), news: z.enum(['failed', 'given']), since: z.string() }),
  write: async ({ db, site }, { refundId, news }) => {
    const found = await findBoth(db, refundId)
    if (!found || found.order.isBuyerClosed) return null
    const { refund, order } = found
    if (isToGiveByHand(refund) !== (news === 'failed')) return null
    const paragraphs = isToGiveByHand(refund)
      ? [
          `Your refund of ${muchOf(refund)} for ${bookOf(order)} didn’t arrive: the card’s bank didn’t take it. The money is with the club, and you get it back another way.`,
          `To arrange that, write to the club: ${clubContact(site)}`,
        ]
      : [
          refund.givenByHandAt
            ? `The club notes that it gave you ${muchOf(refund)} back for ${bookOf(order)}, another way than by the card.`
            : `Your refund of ${muchOf(refund)} for ${bookOf(order)}, which had failed, was sent by card again. It can take a few days to arrive.`,
          `Didn’t you get it? Write to the club: ${clubContact(site)}`,
        ]
    return {
      to: { name: order.buyerName, address: order.buyerEmail },
      subject: `${isToGiveByHand(refund) ? 'Your refund failed' : 'Refunded after all'}: ${quoted(order.snapshot.title)}`,
      text: textOf(paragraphs, order, site),
    }
  },
})

/** Mails an admin what to give back by hand. Null once that is done, or they are no admin any more. */
export const refundToGiveMail = defineMail({
  name: 'refund_to_give',
  group: 'always',
  params: z.object({ refundId: z.string(), adminId: z.string(), since: z.string() }),
  write: async ({ db, site }, { refundId, adminId }) => {
    const [found, admin] = [await findBoth(db, refundId), await findAccountById(db, adminId)]
    if (!found || !isToGiveByHand(found.refund) || admin?.role !== 'admin' || admin.closedAt) return null
    const { refund, order } = found
    const paragraphs = [
      `A refund of ${muchOf(refund)} for ${bookOf(order)} failed: the card’s bank didn’t take it. The card provider has put the money back into the club’s balance, and the buyer is still waiting for it.`,
      order.isBuyerClosed
        ? 'The buyer’s account was closed. The card provider’s pages show who paid.'
        : `Ask the buyer how to give it back, then do so: ${quoted(order.buyerName)}, ${order.buyerEmail}`,
      'When they have it, note it on the order’s page.',
    ]
    return {
      to: { name: admin.name, address: admin.email },
      subject: `A refund failed: ${quoted(order.snapshot.title)}`,
      text: textOf(paragraphs, order, site),
    }
  },
})

async function findBoth(db: Db, refundId: string): Promise<{ refund: RefundRow; order: OrderRow } | null> {
  const refund = await findRefund(db, refundId)
  const order = refund && (await findOrder(db, refund.orderId))
  return order && { refund, order }
}

const muchOf = ({ amount, currency }: RefundRow) => formatMoney({ minor: amount, currency })
const bookOf = ({ snapshot }: OrderRow) => bookWords(snapshot)
const textOf = (paragraphs: string[], order: OrderRow, { publicUrl }: Site) =>
  mailText([...paragraphs, `The order: ${publicUrl}${orderPage(order.id, 'refunds')}`])
