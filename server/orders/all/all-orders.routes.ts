import { listOrders } from '#contract/orders/all-orders.ts'
import { getOrderRecord as getOrderRecordCall } from '#contract/orders/order-record.ts'
import type { Serve } from '#server/http/call-route.ts'
import { getOrderRecord } from './get-order-record.ts'
import { listAllOrders } from './list-all-orders.ts'

export function allOrderRoutes(serve: Serve): void {
  serve(listOrders, (services, { query }) => listAllOrders(services, query, query))
  serve(getOrderRecordCall, (services, { params }) => getOrderRecord(services, params.id))
}
