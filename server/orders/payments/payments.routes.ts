import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/orders/payments.ts'
import type { Serve } from '#server/http/call-route.ts'
import { confirmPayment, reconcileOrder } from './confirm-payment.ts'
import { openPayment } from './open-payment.ts'
import { receivePaymentEvent } from './receive-payment-event.ts'

export function paymentRoutes(serve: Serve): void {
  serve(calls.createPaymentIntent, (services, { account, body }) =>
    openPayment(services, account.id, { orderId: body.orderInfoId, resalePrice: body.resalePrice }),
  )
  serve(calls.recordPayment, async (services, { account, body }) => {
    const { paymentId } = await confirmPayment(services, account.id, {
      orderId: body.orderInfoId,
      transactionId: body.transactionId,
    })
    return { insertedId: paymentId }
  })
  serve(calls.makeOrderPaid, (services, { account, params }) => reconcileOrder(services, account.id, params.orderId))
}

/** The provider's webhook, in a scope of its own: signatures cover the raw body. */
export function paymentEventRoutes(scope: FastifyInstance, serve: Serve): void {
  // The webhook is public: a log line per request would let strangers fill the log.
  scope.addHook('onRoute', (route) => {
    route.logLevel = ['error', 'fatal', 'silent'].includes(scope.log.level) ? (scope.log.level as 'error') : 'warn'
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  serve(calls.receivePaymentEvent, async (services, { request }) => {
    const signature = request.headers['stripe-signature']
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await receivePaymentEvent(services, rawBody, typeof signature === 'string' ? signature : '')
  })
}
