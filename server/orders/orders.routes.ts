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
  serveCall(app, services, calls.buyNow, async ({ member, body }) => {
    const { orderId } = await buyBook(services, member.id, {
      bookId: body.bookData._id,
      phone: body.phone,
      meetingLocation: body.meetingLocation,
    })
    return { acknowledged: true as const, insertedId: orderId }
  })
  serveCall(app, services, calls.confirmClaim, async ({ member, params }) => ({
    acknowledged: true as const,
    ...(await confirmClaim(services, member.id, params.bookId)),
  }))
  serveCall(app, services, calls.listMyOrders, async ({ member, query }) => {
    requireOwnEmail(member, query.email)
    return listOrdersOfBuyer(services, member, query)
  })
  serveCall(app, services, calls.getOrder, ({ member, params }) => getOrder(services, member, params.id))
  serveCall(app, services, calls.cancelOrder, async ({ member, params }) => {
    await cancelOrder(services, member.id, params.id)
    return { acknowledged: true as const }
  })
  serveCall(app, services, calls.listMyBuyers, ({ member, query }) => listBuyersOfSeller(services, member, query))
  serveCall(app, services, calls.listPaidOrders, ({ params, query }) => listPaidOrders(services, params.id, query))
}
