import { sql, type RawBuilder } from 'kysely'
import type { AccountStats } from '#contract/accounts/accounts.ts'
import type { Role } from '#contract/call.ts'
import type { AccountSort } from '#contract/sorts.ts'
import { MEMBER_DIGITS } from '#contract/wording.ts'
import {
  ascending,
  rankKeys,
  descending,
  timestampKey,
  pageParts,
  textKey,
  type Ordering,
  type KeysetPage,
  type WithSortKeys,
} from '#server/database/ordering.ts'
import { selected } from '#server/database/columns.ts'
import type { Db } from '#server/database/schema.ts'
import { PAID_STATES, UNPAID_STATES } from '#server/orders/order-states.public.ts'
import { beginningsOf } from '#server/database/search-words.ts'
import { accountColumns } from '#server/accounts/account.columns.ts'
import { memberNameOf, personFits, type AccountRow } from '#server/accounts/accounts.public.ts'

const joined = timestampKey(sql`created_at`)
const name = textKey(memberNameOf(sql`name`, sql`id`))
const email = textKey(sql`email`)
// The role, and within it whether the address is verified.
const status = rankKeys(sql`(role = 'user')::int * 2 + (NOT email_verified)::int`, joined)

export const accountOrderings: Record<AccountSort, Ordering> = {
  newest: descending(joined),
  oldest: ascending(joined),
  name: ascending(name),
  '-name': descending(name),
  email: ascending(email),
  '-email': descending(email),
  state: status.up,
  '-state': status.down,
}

export type ListedAccountRow = AccountRow & AccountStats & WithSortKeys

/** Condition for accounts in one of the admin's lists. */
export const ofRoles = (roles: Role[]) => sql`role = ANY(${roles})`

/** Digits in the search for a nameless member: 'member 4f2a', or '4f2a'. Otherwise null. */
function memberDigits(words: readonly string[]): string | null {
  const [digits = '', ...more] = words.map((word) => word.toLowerCase()).filter((word) => word !== 'member')
  return more.length === 0 && new RegExp(`^[\\da-f]{${MEMBER_DIGITS}}$`).test(digits) ? digits : null
}

/**
 * Accounts whose name or email has, for each word, a word that begins with it, or whose member number the words are. The
 * words are letters and digits.
 */
export function withWords(words: readonly string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`
  const digits = memberDigits(words)
  const numbered = (rest: string) => `${digits}${rest}`
  const orNumbered = digits
    ? sql`UNION SELECT numbered.id FROM accounts numbered WHERE numbered.name = ''
        AND numbered.id BETWEEN ${numbered('0000-0000-0000-0000-000000000000')} AND ${numbered('ffff-ffff-ffff-ffff-ffffffffffff')}`
    : sql``
  // Found first, by their index: the planner, which doesn't know how rare a word is, would rather walk the whole list.
  return sql`id = ANY(ARRAY(SELECT found.id FROM accounts found WHERE ${personFits('found', beginningsOf(words))}
    ${orNumbered}))`
}

export const findPersonRow = async (db: Db, id: string): Promise<ListedAccountRow | null> =>
  (await listAccountRows(db, sql`id = ${id}`, { ordering: accountOrderings.newest, limit: 1, after: null }))[0] ?? null

/** Lists limit + 1 matching open accounts with their trade. */
export async function listAccountRows(
  db: Db,
  condition: RawBuilder<unknown>,
  keyset: KeysetPage,
): Promise<ListedAccountRow[]> {
  const page = pageParts(keyset, sql`id`)
  const { rows } = await sql<ListedAccountRow & { place: string }>`
    SELECT listed.*,
      (SELECT count(*)::int FROM books WHERE seller_id = listed.id AND state = 'unsold' AND removed_at IS NULL
        AND NOT is_paused) AS listings,
      (SELECT count(*)::int FROM orders WHERE seller_id = listed.id AND state IN ${PAID_STATES}) AS sales,
      (SELECT count(*)::int FROM orders WHERE buyer_id = listed.id AND state IN ${PAID_STATES}) AS purchases,
      (SELECT count(*)::int FROM orders WHERE state IN ${UNPAID_STATES}
        AND (buyer_id = listed.id OR seller_id = listed.id)) AS "openOrders"
    FROM (
      SELECT ${selected(accountColumns)}, ${page.columns}, row_number() OVER (${page.orderBy}) AS place FROM accounts
      WHERE closed_at IS NULL AND ${condition} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}
    ) listed
    ORDER BY listed.place`.execute(db)
  return rows
}
