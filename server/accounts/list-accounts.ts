import type { ListedAccount } from '#contract/accounts/accounts.ts'
import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { AccountSort } from '#contract/sorts.ts'
import { pageOf, readCursor } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { accountOrderings, listAccountRows } from './account-lists.sql.ts'
import { ROLES_OF_LIST } from './accounts.rules.ts'
import { shapeListedAccount } from './accounts.shape.ts'

/** One page of the open accounts in one of the admin's lists. */
export async function listAccounts(
  services: Pick<Services, 'db'>,
  list: keyof typeof ROLES_OF_LIST,
  page: PageRequest<AccountSort>,
): Promise<Page<ListedAccount & { identityId: string }>> {
  const ordering = accountOrderings[page.sort]
  const roles = [...ROLES_OF_LIST[list]]
  return pageOf(
    await listAccountRows(services.db, roles, ordering, page.limit, readCursor(page, ordering)),
    page,
    shapeListedAccount,
  )
}
