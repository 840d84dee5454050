import { sql } from 'kysely'
import type { SameBookDecision } from '#contract/search/same-books.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { descending, pageParts, timestampKey, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Form } from './form.rules.ts'

/** A decision about two forms that is in force. */
export interface StoredDecision {
  id: string
  areSame: boolean
  one: Form
  other: Form
}

/** All that are in force, oldest first: some dozens, as admins make them by hand. */
export async function readDecisions(tx: Tx): Promise<StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    SELECT id, are_same AS "areSame", one, other FROM work_decisions WHERE undone_at IS NULL
    ORDER BY decided_at, id`.execute(tx)
  return rows
}

export async function insertDecision(
  tx: Tx,
  { areSame, one, other }: Omit<StoredDecision, 'id'>,
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO work_decisions (are_same, one, other, decided_by, decided_at)
    VALUES (${areSame}, ${JSON.stringify(one)}::jsonb, ${JSON.stringify(other)}::jsonb, ${by}, ${now})`.execute(tx)
}

export async function findDecision(tx: Tx, id: string): Promise<(StoredDecision & { isUndone: boolean }) | null> {
  const { rows } = await sql<StoredDecision & { isUndone: boolean }>`
    SELECT id, are_same AS "areSame", one, other, undone_at IS NOT NULL AS "isUndone" FROM work_decisions
    WHERE id = ${id} FOR UPDATE`.execute(tx)
  return rows[0] ?? null
}

export async function setUndone(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE work_decisions SET undone_at = ${now} WHERE id = ${id}`.execute(tx)
}

export const decisionOrdering = descending(timestampKey(sql`d.decided_at`))

interface DecisionRow extends Omit<SameBookDecision, 'answer' | 'by'> {
  areSame: boolean
  byId: string
  byName: string | null
}

export async function listDecisionRows(db: Db, keyset: KeysetPage): Promise<(DecisionRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`d.id`)
  const { rows } = await sql<DecisionRow & WithSortKeys>`
    SELECT d.id, d.are_same AS "areSame", d.one, d.other, d.decided_at AS at, d.decided_by AS "byId",
      CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END AS "byName", ${page.columns}
    FROM work_decisions d LEFT JOIN accounts a ON a.id = d.decided_by
    WHERE d.undone_at IS NULL ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}
