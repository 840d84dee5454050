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

const ACKNOWLEDGED = { acknowledged: true } as const

export function orderRoutes(serve: Serve): void {
  serve(buying.buyNow, async (services, { account, body }) => {
    const { orderId } = await buyBook(services, account.id, {
      bookId: body.bookData._id,
      phone: body.phone,
      meetingLocation: body.meetingLocation,
      agreedPrice: body.agreedPrice,
    })
    return { acknowledged: true as const, insertedId: orderId }
  })
  serve(buying.confirmClaim, async (services, { account, params }) => ({
    acknowledged: true as const,
    ...(await confirmClaim(services, account.id, params.bookId)),
  }))
  serve(calls.listMyOrders, async (services, { account, query }) => {
    requireOwnEmail(services, account, query.email)
    return listOrdersOfBuyer(services, account, query)
  })
  serve(calls.getOrder, (services, { account, params }) => getOrder(services, account, params.id))
  serve(calls.cancelOrder, async (services, { account, params }) => {
    await cancelOrder(services, account.id, params.id)
    return ACKNOWLEDGED
  })
  serve(handingOver.chooseCash, async (services, { account, params }) => {
    await chooseCash(services, account.id, params.id)
    return ACKNOWLEDGED
  })
  serve(handingOver.confirmReceipt, async (services, { account, params }) => {
    await confirmReceipt(services, account.id, params.id)
    return ACKNOWLEDGED
  })
  serve(handingOver.agreeToCash, async (services, { account, params }) => {
    await agreeToCash(services, account.id, params.id)
    return ACKNOWLEDGED
  })
  serve(handingOver.releaseOrder, async (services, { account, params, body }) => {
    await releaseBuyer(services, account.id, params.id, body.reason)
    return ACKNOWLEDGED
  })
  serve(handingOver.handOver, async (services, { account, params, body }) => {
    await handOver(services, account.id, params.id, body.code)
    return ACKNOWLEDGED
  })
  serve(refunds.refundOrder, async (services, { account, params, body }) => {
    await refundOrder(services, account, params.id, body)
    return ACKNOWLEDGED
  })
  serve(refunds.noteGivenByHand, async (services, { account, params, body }) => {
    await noteGivenByHand(services, account, params.id, body)
    return { acknowledged: true as const }
  })
  serve(refunds.relistBook, async (services, { account, params }) => {
    await relistBook(services, account.id, params.id)
    return ACKNOWLEDGED
  })
  serve(calls.listMyBuyers, (services, { account, query }) => listBuyersOfSeller(services, account, query))
  serve(paidOrders.listPaidOrders, (services, { params, query }) => listPaidOrders(services, params.id, query))
  serve(listOrders, (services, { query }) => listAllOrders(services, query, query))
  serve(getOrderRecordCall, (services, { params }) => getOrderRecord(services, params.id))
}
