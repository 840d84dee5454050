import type { ListedAccount } from '#contract/accounts/accounts.ts'
import type { Person } from '#contract/accounts/people.ts'
import type { Page, Role } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { AccountSort } from '#contract/sorts.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import { tokenize } from '#server/database/search-words.ts'
import type { Services } from '#server/services.ts'
import { accountOrderings, findPersonRow, listAccountRows, ofRoles, withWords } from './people.sql.ts'
import { shapeListedAccount, shapePerson } from './people.shape.ts'

/** Roles in each of the admin's lists; accounts without a chosen role are with the buyers. */
const ROLES_OF_LIST = { buyers: ['buyer', 'user'], sellers: ['seller'] } as const satisfies Record<string, Role[]>

/** One page of the open accounts in one of the admin's lists. */
export async function listAccounts(
  services: Pick<Services, 'db'>,
  list: keyof typeof ROLES_OF_LIST,
  page: PageRequest<AccountSort>,
): Promise<Page<ListedAccount>> {
  const roles = [...ROLES_OF_LIST[list]]
  return pageOf(
    await listAccountRows(services.db, ofRoles(roles), keysetOf(page, accountOrderings[page.sort])),
    page,
    shapeListedAccount,
  )
}

/** One page of open accounts, searched by name or email. A search without a word matches none. */
export async function listPeople(
  services: Pick<Services, 'db'>,
  q: string,
  page: PageRequest<AccountSort>,
): Promise<Page<Person>> {
  const words = tokenize(q)
  if (q !== '' && words.length === 0) return { items: [], next: null }
  return pageOf(
    await listAccountRows(services.db, withWords(words), keysetOf(page, accountOrderings[page.sort])),
    page,
    shapePerson,
  )
}

/** A person with an open account; others are not found. */
export async function getPerson(services: Pick<Services, 'db'> & Refuses<'not_found'>, id: string): Promise<Person> {
  const row = await findPersonRow(services.db, id)
  return row ? shapePerson(row) : services.refuse('not_found', 'We can’t find that account.')
}
