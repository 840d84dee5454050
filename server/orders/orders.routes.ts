import * as buying from '#contract/buy-now.ts'
import * as calls from '#contract/orders.ts'
import { requireOwnEmail } from '#server/accounts/require-own-email.ts'
import type { Serve } from '#server/http/call-route.ts'
import { buyBook } from './buy-book.ts'
import { confirmClaim } from './confirm-claim.ts'
import { getOrder, listBuyersOfSeller, listOrdersOfBuyer } from './list-orders.ts'
import { listPaidOrders } from './list-paid-orders.ts'
import { cancelOrder } from './release-claim.ts'

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
    return { acknowledged: true as const }
  })
  serve(calls.listMyBuyers, (services, { account, query }) => listBuyersOfSeller(services, account, query))
  serve(calls.listPaidOrders, (services, { params, query }) => listPaidOrders(services, params.id, query))
}
