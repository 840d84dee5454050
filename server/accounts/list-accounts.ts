import type { Account } from '#contract/accounts.ts'
import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import { pageOf, readCursor } from '#server/http/cursor.ts'
import type { Services } from '#server/services.ts'
import { ROLES_OF_LIST } from './accounts.rules.ts'
import { shapeAccount } from './accounts.shape.ts'
import { listAccountRows } from './accounts.sql.ts'

/** One page of the open accounts in one of the admin's lists, newest first. */
export async function listAccounts(
  services: Pick<Services, 'db'>,
  list: keyof typeof ROLES_OF_LIST,
  { limit, cursor }: PageRequest,
): Promise<Page<Account & { identityId: string }>> {
  const rows = await listAccountRows(services.db, [...ROLES_OF_LIST[list]], limit, readCursor(cursor))
  return pageOf(rows, limit, (row) => ({ at: row.joinedAtExact, id: row.id }), shapeAccount)
}
