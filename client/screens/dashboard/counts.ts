import type { Buying, Club, Selling } from '#contract/dashboard-numbers.ts'
import { countOf, grouped } from '#contract/wording.ts'

const listed = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')

/** Open tasks of a buyer: to pay, to collect, to be refunded; empty without any. */
export const ordersToDo = ({ toPay, toCollect, refundsFailed }: Buying): string =>
  listed(
    toPay > 0 && `${countOf(toPay, 'payment')} due`,
    toCollect > 0 && `${countOf(toCollect, 'book')} to collect`,
    refundsFailed > 0 && `${countOf(refundsFailed, 'refund')} failed`,
  )

export const booksToAdvertise = ({ toAdvertise }: Selling): string =>
  toAdvertise === 0 ? '' : `${countOf(toAdvertise, 'unsold book')} not advertised yet`

/** Open tasks of a seller: requests to answer, buyers to meet, unpaid orders. */
export const buyersToMeet = ({ askForCash, toHandOver, unpaid }: Selling): string =>
  listed(
    askForCash > 0 && `${countOf(askForCash, 'buyer asks', 'buyers ask')} to pay in cash`,
    toHandOver > 0 && `${countOf(toHandOver, 'book')} to hand over`,
    unpaid > 0 && `${grouped(unpaid)} reserved, not paid yet`,
  )

/** Orders that wait for the club: payments that a bank disputes, refunds that failed. */
export const ordersToLookAt = ({ disputed, refundsFailed }: Club): string =>
  listed(
    disputed > 0 && countOf(disputed, 'open chargeback'),
    refundsFailed > 0 && countOf(refundsFailed, 'order with a failed refund', 'orders with a failed refund'),
  )

/** Count with its noun; empty for 0. */
export const orNothing = (count: number, one: string, many = `${one}s`): string =>
  count === 0 ? '' : countOf(count, one, many)
