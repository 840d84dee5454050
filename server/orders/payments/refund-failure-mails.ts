import * as z from 'zod/mini'
import { link } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import type { Site } from '#contract/site.ts'
import { clubContact, formatMoney } from '#contract/wording.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import type { Db } from '#server/database/schema.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { exampleOrder } from '#server/orders/mails/example-order.ts'
import { bookOf, numberOf } from '#server/orders/mails/order-words.ts'
import { findOrder, type OrderRow } from '#server/orders/orders.sql.ts'
import { exampleRefund } from './example-refund.ts'
import { findRefund, isToGiveByHand, type RefundRow } from './refunds.sql.ts'

const order = exampleOrder({ state: 'refunded' })
const failed = exampleRefund({ failedAt: order.orderedAt })

/**
 * Mails the buyer that the card's bank rejected a refund and whom to write to; or, with `since`, that it was paid after
 * all. Null for a closed account: the email to admins says how to go on.
 */
export const refundFailureMail = defineMail({
  name: 'refund_failure',
  group: 'always',
  params: z.object({ refundId: z.string(), news: z.enum(['failed', 'given']), since: z.string() }),
  find: async ({ db }, { refundId, news }) => {
    const found = await findBoth(db, refundId)
    if (!found || found.order.isBuyerClosed || isToGiveByHand(found.refund) !== (news === 'failed')) return null
    return { to: { name: found.order.buyerName, address: found.order.buyerEmail }, ...found }
  },
  write: ({ refund, order }, site) => {
    const blocks = isToGiveByHand(refund)
      ? [
          `Your refund of ${muchOf(refund)} for ${bookOf(order)} didn’t arrive: the card’s bank didn’t take it. The money is with the club, and you get it back another way.`,
          `To arrange that, write to the club: ${clubContact(site)}`,
        ]
      : [
          refund.givenByHandAt
            ? `The club has recorded that it gave you ${muchOf(refund)} back for ${bookOf(order)} another way.`
            : `Your refund of ${muchOf(refund)} for ${bookOf(order)}, which had failed, was sent again. It can take a few days to arrive.`,
          `Haven’t received it? Write to the club: ${clubContact(site)}`,
        ]
    return {
      cover: order.bookId,
      subject: `${isToGiveByHand(refund) ? 'Your refund failed' : 'Refunded after all'}: ${quoted(order.snapshot.title)}`,
      blocks: [...blocks, orderLink(order, site), numberOf(order)],
    }
  },
  examples: [
    { to: 'The buyer', when: 'The card’s bank didn’t take a refund', facts: { refund: failed, order } },
    { to: 'The buyer', when: 'A refund that had failed was sent again', facts: { refund: exampleRefund(), order } },
    {
      to: 'The buyer',
      when: 'The club gave a failed refund back by hand',
      facts: { refund: { ...failed, givenByHandAt: failed.wantedAt }, order },
    },
  ],
})

/** Mails an admin what to give back by hand. Null once that is done, or they are no admin any more. */
export const refundToGiveMail = defineMail({
  name: 'refund_to_give',
  group: 'always',
  params: z.object({ refundId: z.string(), adminId: z.string(), since: z.string() }),
  find: async ({ db }, { refundId, adminId }) => {
    const [found, admin] = [await findBoth(db, refundId), await findAccountById(db, adminId)]
    if (!found || !isToGiveByHand(found.refund) || admin?.role !== 'admin' || admin.closedAt) return null
    return { to: { name: admin.name, address: admin.email }, ...found }
  },
  write: ({ refund, order }, site) => {
    const blocks = [
      `A refund of ${muchOf(refund)} for ${bookOf(order)} failed: the card’s bank didn’t take it. The card provider has put the money back into the club’s balance, and the buyer is still waiting for it.`,
      order.isBuyerClosed
        ? 'The buyer’s account was closed. The card provider’s pages show who paid.'
        : `Ask the buyer how to give it back, then do so: ${quoted(order.buyerName)}, ${order.buyerEmail}`,
      'When they have it, note it on the order’s page.',
    ]
    return {
      subject: `A refund failed: ${quoted(order.snapshot.title)}`,
      blocks: [...blocks, orderLink(order, site), numberOf(order)],
    }
  },
  examples: [{ to: 'Admins', when: 'The card’s bank didn’t take a refund', facts: { refund: failed, order } }],
})

async function findBoth(db: Db, refundId: string): Promise<{ refund: RefundRow; order: OrderRow } | null> {
  const refund = await findRefund(db, refundId)
  const order = refund && (await findOrder(db, refund.orderId))
  return order && { refund, order }
}

const muchOf = ({ amount, currency }: RefundRow) => formatMoney({ minor: amount, currency })
const orderLink = ({ id }: OrderRow, { publicUrl }: Site) =>
  link('See the order', `${publicUrl}${orderPage(id, 'refunds')}`)
