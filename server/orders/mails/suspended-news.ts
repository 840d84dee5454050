import type { MailWords } from '#contract/mail-blocks.ts'
import { quoted } from '#contract/mail-words.ts'
import { isPaidState } from '#contract/orders/order-life.ts'
import type { Site } from '#contract/site.ts'
import { clubContact } from '#contract/wording.ts'
import type { OrderRow } from '#server/orders/orders.sql.ts'

/** Tells the side `to` that the club suspended the other side, that the order goes on, and what to do next. */
export function suspendedNews({ state, snapshot }: OrderRow, to: 'buyer' | 'seller', site: Site): MailWords {
  const other = to === 'buyer' ? 'seller' : 'buyer'
  return {
    subject: `About your ${to === 'buyer' ? 'order' : 'sale'}: ${quoted(snapshot.title)}`,
    blocks: [
      `The club has suspended the account of the ${other} of ${quoted(snapshot.title)} for now. The order goes on.`,
      nextSteps[to][state === 'handed_over' ? 'handedOver' : isPaidState(state) ? 'paid' : 'unpaid'](clubContact(site)),
    ],
  }
}

const nextSteps = {
  buyer: {
    unpaid: () =>
      'You haven’t paid yet. If you’d rather not wait, cancel it on the order’s page: you won’t be charged.',
    paid: (club: string) =>
      `Meet as you have agreed, and press “I have the book” when you have it. If you can’t meet, write to the club, which can give you the whole amount back: ${club}`,
    handedOver: () =>
      'It has been handed over, so you don’t need to do anything. Is something wrong? Report a problem on the order’s page.',
  },
  seller: {
    unpaid: () =>
      'It isn’t paid yet. If you’d rather not wait, cancel it on the order’s page; the book is back on sale then. Once its time is up, that happens by itself.',
    paid: (club: string) =>
      `Meet as you have agreed. If you can’t, give the money back on the order’s page, or write to the club: ${club}`,
    handedOver: () => 'It has been handed over, so you don’t need to do anything.',
  },
}
