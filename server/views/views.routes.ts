import { listBuyers, listSellers } from '#contract/accounts/accounts.ts'
import * as auditLog from '#contract/accounts/audit-log.ts'
import * as dashboard from '#contract/dashboard.ts'
import type { Notice } from '#contract/dashboard.ts'
import * as people from '#contract/accounts/people.ts'
import { getFigures as getFiguresCall } from '#contract/orders/figures.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { ShopBackups } from '#server/ports/shop-backups.ts'
import { countTasks, getDashboard } from './dashboard/get-dashboard.ts'
import { listUnreadOfOrderRows } from './dashboard/tasks.sql.ts'
import { getFigures } from './figures/get-figures.ts'
import { listAuditLog } from './list-audit-log.ts'
import { getPerson, listAccounts, listPeople } from './list-people.ts'

/** What admins see of the shop itself. */
interface Readers {
  backups: Pick<ShopBackups, 'state'> | null
  readNotices?: () => Promise<Notice[]>
}

export function viewRoutes(serve: Serve, { backups, readNotices = async () => [] }: Readers): void {
  serve(listBuyers, (services, { query }) => listAccounts(services, 'buyers', query))
  serve(listSellers, (services, { query }) => listAccounts(services, 'sellers', query))
  serve(people.listPeople, (services, { query }) => listPeople(services, query.q, query))
  serve(people.getPerson, (services, { params }) => getPerson(services, params.id))
  serve(dashboard.getDashboard, (services, { account }) =>
    getDashboard(services, account, { backups: backups?.state() ?? null, readNotices }),
  )
  serve(dashboard.countTasks, (services, { account }) => countTasks(services, account, readNotices))
  serve(getFiguresCall, (services) => getFigures(services))
  serve(dashboard.listUnreadOfOrders, ({ db }, { account }) => listUnreadOfOrderRows(db, account.id))
  serve(auditLog.listAuditLog, (services, { query }) => listAuditLog(services, query, query))
}
