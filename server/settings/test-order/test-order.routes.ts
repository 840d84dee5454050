import * as calls from '#contract/settings/test-order.ts'
import type { Serve } from '#server/http/call-route.ts'
import { tryOrders } from './try-orders.ts'

export function testOrderRoutes(serve: Serve): void {
  serve(calls.tryOrders, (services) => tryOrders(services))
}
