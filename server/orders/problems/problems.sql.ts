import { sql } from 'kysely'
import type { ProblemKind, ProblemOutcome } from '#contract/orders/problems.ts'
import { namesOf, selected, valuesFor, type RowOf } from '#server/database/columns.ts'
import { ascending, intKey, pageParts, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { entryColumns, newEntryColumns, problemColumns } from './problem.columns.ts'

export type ProblemRow = RowOf<typeof problemColumns>
export type EntryRow = RowOf<typeof entryColumns>
export type EntryAuthor = Pick<EntryRow, 'author' | 'authorId'>

const columns = selected(problemColumns)

async function findOne(db: Db, condition: ReturnType<typeof sql>): Promise<ProblemRow | null> {
  const { rows } = await sql<ProblemRow>`SELECT ${columns} FROM order_problems WHERE ${condition}`.execute(db)
  return rows[0] ?? null
}

export const findProblem = (db: Db, id: string) => findOne(db, sql`id = ${id}`)
export const findOpenProblem = (db: Db, orderId: string) => findOne(db, sql`order_id = ${orderId} AND ended_at IS NULL`)

/** Counts the problems that an account opened since a moment, and with this order. */
export async function countProblems(
  tx: Tx,
  accountId: string,
  orderId: string,
  since: Date,
): Promise<{ recently: number; ofOrder: number }> {
  const { rows } = await sql<{ recently: number; ofOrder: number }>`
    SELECT count(*) FILTER (WHERE p.opened_at > ${since})::int AS recently,
      count(*) FILTER (WHERE p.order_id = ${orderId})::int AS "ofOrder"
    FROM order_problems p JOIN problem_entries e ON e.problem_id = p.id AND e.place = 1
    WHERE e.author_id = ${accountId}`.execute(tx)
  return rows[0]!
}

export async function countEntriesSince(tx: Tx, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM problem_entries WHERE author_id = ${accountId} AND at > ${since}`.execute(tx)
  return rows[0]!.count
}

export async function insertProblem(
  tx: Tx,
  problem: { orderId: string; kind: ProblemKind; openedBy: 'buyer' | 'seller' },
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO order_problems (order_id, kind, opened_by, opened_at)
    VALUES (${problem.orderId}, ${problem.kind}, ${problem.openedBy}, ${now}) RETURNING id`.execute(tx)
  return rows[0]!.id
}

/** Inserts an entry; the caller has locked the order, so that places don't collide. */
export async function insertEntry(
  tx: Tx,
  problemId: string,
  entry: Pick<EntryRow, 'author' | 'authorId' | 'text' | 'images' | 'at'>,
): Promise<Pick<EntryRow, 'id' | 'place'>> {
  const { rows } = await sql<Pick<EntryRow, 'id' | 'place'>>`
    WITH raised AS (UPDATE order_problems SET revision = revision + 1 WHERE id = ${problemId} RETURNING id, revision)
    INSERT INTO problem_entries (${namesOf(newEntryColumns)})
    SELECT ${valuesFor(newEntryColumns, { ...entry, problemId: sql`id`, place: sql`revision` })} FROM raised
    RETURNING id, place`.execute(tx)
  return rows[0]!
}

/** The latest entry. */
export async function findLastEntry(tx: Tx, problemId: string): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    SELECT ${selected(entryColumns)} FROM problem_entries WHERE problem_id = ${problemId}
    ORDER BY place DESC LIMIT 1`.execute(tx)
  return rows[0] ?? null
}

/** Text of an entry; null where there is none, or its author's account is closed. */
export async function findEntryText(db: Db, problemId: string, place: number): Promise<string | null> {
  const { rows } = await sql<{ text: string | null }>`
    SELECT text FROM problem_entries WHERE problem_id = ${problemId} AND place = ${place}`.execute(db)
  return rows[0]?.text ?? null
}

export async function endProblem(
  tx: Tx,
  id: string,
  { outcome, givenBack = null }: { outcome: ProblemOutcome; givenBack?: number | null },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE order_problems SET ended_at = ${now}, outcome = ${outcome}, given_back = ${givenBack}
    WHERE id = ${id} AND ended_at IS NULL`.execute(tx)
}

export const entryOrdering = ascending(intKey(sql`e.place`))

/** Lists limit + 1 rows, oldest first, to know whether a next page exists. */
export async function listEntryRows(
  db: Db,
  problemId: string,
  keyset: KeysetPage,
): Promise<(EntryRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`e.id`)
  const { rows } = await sql<EntryRow & WithSortKeys>`
    SELECT ${selected(entryColumns, 'e')}, ${page.columns} FROM problem_entries e
    WHERE e.problem_id = ${problemId} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

/** Stores that an admin read a problem's current revision; once for each revision and hour. */
export async function noteReading(
  db: Db,
  { id, orderId, revision }: ProblemRow,
  adminId: string,
  { now, hourAgo }: { now: Date; hourAgo: Date },
): Promise<void> {
  await sql`
    INSERT INTO problem_readings (order_id, problem_id, admin_id, revision, at)
    SELECT ${orderId}, ${id}, ${adminId}, ${revision}, ${now} WHERE NOT EXISTS (
      SELECT 1 FROM problem_readings WHERE order_id = ${orderId} AND problem_id = ${id} AND admin_id = ${adminId}
        AND revision = ${revision} AND at > ${hourAgo})`.execute(db)
}

/** All problems of an order, oldest first. */
export async function listProblemsOfOrder(db: Db, orderId: string): Promise<ProblemRow[]> {
  const { rows } = await sql<ProblemRow>`
    SELECT ${columns} FROM order_problems WHERE order_id = ${orderId} ORDER BY opened_at, id`.execute(db)
  return rows
}

/** Counts a reminder of an open problem and sets the next one's time; the order is locked. Returns the new count. */
export async function countReminder(tx: Tx, { id, orderId }: ProblemRow, next: Date): Promise<number> {
  await sql`UPDATE orders SET due_at = ${next} WHERE id = ${orderId} AND seconds_left IS NOT NULL`.execute(tx)
  const { rows } = await sql<{ reminders: number }>`
    UPDATE order_problems SET reminders = reminders + 1 WHERE id = ${id} RETURNING reminders`.execute(tx)
  return rows[0]!.reminders
}
