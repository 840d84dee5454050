import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/payments.ts'
import { serveCall } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { confirmPayment, reconcileOrder } from './confirm-payment.ts'
import { openPayment } from './open-payment.ts'
import { receivePaymentEvent } from './receive-payment-event.ts'

export function paymentRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.createPaymentIntent, ({ account, body }) =>
    openPayment(services, account.id, { orderId: body.orderInfoId, resalePrice: body.resalePrice }),
  )
  serveCall(app, services, calls.recordPayment, async ({ account, body }) => {
    const { paymentId } = await confirmPayment(services, account.id, {
      orderId: body.orderInfoId,
      transactionId: body.transactionId,
    })
    return { acknowledged: true as const, insertedId: paymentId }
  })
  serveCall(app, services, calls.makeOrderPaid, async ({ account, params }) => ({
    acknowledged: true as const,
    ...(await reconcileOrder(services, account.id, params.orderId)),
  }))
  // In a scope of its own, because a signature is over the bytes: here bodies stay raw.
  void app.register(async (events) => {
    // Anybody may knock here, as often as they like: a line per request would be theirs to write.
    events.addHook('onRoute', (route) => {
      route.logLevel = ['error', 'fatal', 'silent'].includes(app.log.level) ? (app.log.level as 'error') : 'warn'
    })
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    serveCall(events, services, calls.receivePaymentEvent, async ({ request }) => {
      const signature = request.headers['stripe-signature']
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receivePaymentEvent(services, rawBody, typeof signature === 'string' ? signature : '')
      return { acknowledged: true as const }
    })
  })
}
