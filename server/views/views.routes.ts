import { listBuyers, listSellers } from '#contract/accounts/accounts.ts'
import * as auditLog from '#contract/accounts/audit-log.ts'
import { getDashboardNumbers as getDashboardNumbersCall, listUnreadOfOrders } from '#contract/dashboard-numbers.ts'
import * as people from '#contract/accounts/people.ts'
import { getFigures as getFiguresCall } from '#contract/orders/figures.ts'
import type { Serve } from '#server/http/call-route.ts'
import { listUnreadOfOrderRows } from './dashboard-numbers.sql.ts'
import { getFigures } from './figures/get-figures.ts'
import { getDashboardNumbers } from './get-dashboard-numbers.ts'
import { listAuditLog } from './list-audit-log.ts'
import { getPerson, listAccounts, listPeople } from './list-people.ts'

export function viewRoutes(serve: Serve): void {
  serve(listBuyers, (services, { query }) => listAccounts(services, 'buyers', query))
  serve(listSellers, (services, { query }) => listAccounts(services, 'sellers', query))
  serve(people.listPeople, (services, { query }) => listPeople(services, query.q, query))
  serve(people.getPerson, (services, { params }) => getPerson(services, params.id))
  serve(getDashboardNumbersCall, (services, { account }) => getDashboardNumbers(services, account))
  serve(getFiguresCall, (services) => getFigures(services))
  serve(listUnreadOfOrders, ({ db }, { account }) => listUnreadOfOrderRows(db, account.id))
  serve(auditLog.listAuditLog, (services, { query }) => listAuditLog(services, query, query))
}
