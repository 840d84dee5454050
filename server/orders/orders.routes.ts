import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/orders.ts'
import { requireOwnEmail } from '#server/accounts/require-own-email.ts'
import { serveCall } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { buyBook } from './buy-book.ts'
import { confirmClaim } from './confirm-claim.ts'
import { getOrder, listBuyersOfSeller, listOrdersOfBuyer } from './list-orders.ts'
import { listPaidOrders } from './list-paid-orders.ts'
import { cancelOrder } from './release-claim.ts'

export function orderRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.buyNow, async ({ account, body }) => {
    const { orderId } = await buyBook(services, account.id, {
      bookId: body.bookData._id,
      phone: body.phone,
      meetingLocation: body.meetingLocation,
    })
    return { acknowledged: true as const, insertedId: orderId }
  })
  serveCall(app, services, calls.confirmClaim, async ({ account, params }) => ({
    acknowledged: true as const,
    ...(await confirmClaim(services, account.id, params.bookId)),
  }))
  serveCall(app, services, calls.listMyOrders, async ({ account, query }) => {
    requireOwnEmail(account, query.email)
    return listOrdersOfBuyer(services, account, query)
  })
  serveCall(app, services, calls.getOrder, ({ account, params }) => getOrder(services, account, params.id))
  serveCall(app, services, calls.cancelOrder, async ({ account, params }) => {
    await cancelOrder(services, account.id, params.id)
    return { acknowledged: true as const }
  })
  serveCall(app, services, calls.listMyBuyers, ({ account, query }) => listBuyersOfSeller(services, account, query))
  serveCall(app, services, calls.listPaidOrders, ({ params, query }) => listPaidOrders(services, params.id, query))
}
