import { listOrders } from '#contract/orders/all-orders.ts'
import * as buying from '#contract/orders/buy-now.ts'
import * as calls from '#contract/orders/orders.ts'
import * as handingOver from '#contract/orders/hand-over.ts'
import { getOrderRecord as getOrderRecordCall } from '#contract/orders/order-record.ts'
import * as paidOrders from '#contract/orders/paid-orders.ts'
import * as refunds from '#contract/orders/refunds.ts'
import { requireOwnEmail } from '#server/accounts/require-own-email.ts'
import type { Serve } from '#server/http/call-route.ts'
import { getOrderRecord } from './all/get-order-record.ts'
import { listAllOrders } from './all/list-all-orders.ts'
import { buyBook } from './buy-book.ts'
import { confirmClaim } from './confirm-claim.ts'
import { getOrder, listBuyersOfSeller, listOrdersOfBuyer } from './list-orders.ts'
import { listPaidOrders } from '#server/orders/payments/list-paid-orders.ts'
import { agreeToCash } from './agree-to-cash.ts'
import { chooseCash } from './choose-cash.ts'
import { confirmReceipt, handOver } from './hand-over.ts'
import { noteGivenByHand } from '#server/orders/payments/note-given-by-hand.ts'
import { refundOrder, relistBook } from '#server/orders/payments/refund-order.ts'
import { cancelOrder, releaseBuyer } from './release-order.ts'

export function orderRoutes(serve: Serve): void {
  serve(buying.buyNow, async (services, { account, body }) => {
    const { orderId } = await buyBook(services, account.id, {
      bookId: body.bookData._id,
      phone: body.phone,
      meetingLocation: body.meetingLocation,
      agreedPrice: body.agreedPrice,
      payment: body.payment,
    })
    return { insertedId: orderId }
  })
  serve(buying.confirmClaim, (services, { account, params }) => confirmClaim(services, account.id, params.bookId))
  serve(calls.listMyOrders, async (services, { account, query }) => {
    requireOwnEmail(services, account, query.email)
    return listOrdersOfBuyer(services, account, query)
  })
  serve(calls.getOrder, (services, { account, params }) => getOrder(services, account, params.id))
  serve(calls.cancelOrder, (services, { account, params }) => cancelOrder(services, account.id, params.id))
  serve(handingOver.chooseCash, (services, { account, params }) => chooseCash(services, account.id, params.id))
  serve(handingOver.confirmReceipt, (services, { account, params }) => confirmReceipt(services, account.id, params.id))
  serve(handingOver.agreeToCash, (services, { account, params }) => agreeToCash(services, account.id, params.id))
  serve(handingOver.releaseOrder, (services, { account, params, body }) =>
    releaseBuyer(services, account.id, params.id, body.reason),
  )
  serve(handingOver.handOver, (services, { account, params, body }) =>
    handOver(services, account.id, params.id, body.code),
  )
  serve(refunds.refundOrder, (services, { account, params, body }) => refundOrder(services, account, params.id, body))
  serve(refunds.noteGivenByHand, (services, { account, params, body }) =>
    noteGivenByHand(services, account, params.id, body),
  )
  serve(refunds.relistBook, (services, { account, params }) => relistBook(services, account.id, params.id))
  serve(calls.listMyBuyers, (services, { account, query }) => listBuyersOfSeller(services, account, query))
  serve(paidOrders.listPaidOrders, (services, { params, query }) => listPaidOrders(services, params.id, query))
  serve(listOrders, (services, { query }) => listAllOrders(services, query, query))
  serve(getOrderRecordCall, (services, { params }) => getOrderRecord(services, params.id))
}
