import type { AuditEntry } from '#contract/accounts/audit-log.ts'
import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { auditOrdering, listAuditRows, type AuditFilter, type AuditRow } from './audit-log.sql.ts'

/** One page of the audit log, newest first; filtered by kind, or by the account concerned. */
export async function listAuditLog(
  services: Pick<Services, 'db'>,
  filter: AuditFilter,
  page: PageRequest<'newest'>,
): Promise<Page<AuditEntry>> {
  const rows = await listAuditRows(services.db, filter, keysetOf(page, auditOrdering))
  return pageOf(rows, page, shapeEntry)
}

function shapeEntry(row: AuditRow): AuditEntry {
  const { id, at, kind, actorId, accountId, bookId, orderId, facts } = row
  return {
    id,
    at,
    kind,
    by: actorId === null ? null : { id: actorId, name: row.actorName },
    account: accountId === null ? null : { id: accountId, name: row.accountName },
    book: bookId === null ? null : { id: bookId, title: row.bookTitle },
    orderId,
    ...facts,
  }
}
