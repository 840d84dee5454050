import { sql, type RawBuilder } from 'kysely'
import type { CaseReport, Decision, ReportKind, ReportReason } from '#contract/reports/reports.ts'
import type { ReportSide } from '#contract/reports/persons-reports.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import {
  ascending,
  descending,
  pageParts,
  timestampKey,
  type KeysetPage,
  type WithSortKeys,
} from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'

/** Snapshot of a thing at its first report; for a message, with the messages around it and their writers. */
export interface Evidence {
  title?: string
  description?: string
  /** Of a copy: the book that it was shown as a copy of. */
  of?: { id: string; title: string }
  messages?: { id: string; by: string; text: string | null; at: string }[]
}

/** A reported thing, and the account that it is about. */
export interface Target {
  kind: ReportKind
  id: string
  aboutId: string
  evidence: Evidence
}

export interface NewReport {
  reporterId: string
  reason: ReportReason
  words: string
  now: Date
}

/**
 * Inserts a report into the thing's open case, or a new one. Case lock and unique index serialise it with decisions.
 * Does nothing where this person reported it before. Returns the id of a new case.
 */
export async function insertReport(tx: Tx, target: Target, report: NewReport): Promise<string | null> {
  const { reporterId, reason, words, now } = report
  const before = await sql`
    SELECT 1 FROM reports WHERE reporter_id = ${reporterId} AND kind = ${target.kind} AND target_id = ${target.id}`.execute(
    tx,
  )
  if (before.rows.length > 0) return null
  const { rows } = await sql<{ id: string }>`
    WITH opened AS (
      INSERT INTO report_cases (kind, target_id, about_id, evidence, opened_at)
      VALUES (${target.kind}, ${target.id}, ${target.aboutId}, ${JSON.stringify(target.evidence)}::jsonb, ${now})
      ON CONFLICT (kind, target_id) WHERE decided_at IS NULL DO UPDATE SET reports = report_cases.reports + 1
      RETURNING id, reports
    ), added AS (
      INSERT INTO reports (case_id, reporter_id, kind, target_id, reason, words, at)
      SELECT id, ${reporterId}, ${target.kind}, ${target.id}, ${reason}, ${words}, ${now} FROM opened
    )
    SELECT id FROM opened WHERE reports = 1`.execute(tx)
  return rows[0]?.id ?? null
}

export async function countReportsSince(db: Db, reporterId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    SELECT count(*)::int AS made FROM reports WHERE reporter_id = ${reporterId} AND at > ${since}`.execute(db)
  return rows[0]!.made
}

const selection = {
  id: sql<string>`c.id`,
  kind: sql<ReportKind>`c.kind`,
  targetId: sql<string>`c.target_id`,
  aboutId: sql<string>`c.about_id`,
  aboutName: sql<string | null>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END`,
  evidence: sql<Evidence>`c.evidence`,
  openedAt: sql<Date>`c.opened_at`,
  reports: sql<number>`c.reports`,
  decidedAt: sql<Date | null>`c.decided_at`,
  decidedByName: sql<string | null>`CASE WHEN by.closed_at IS NULL THEN ${nameOf('by')} END`,
  decision: sql<Decision | null>`c.decision`,
  note: sql<string | null>`c.note`,
  answer: sql<string | null>`c.answer`,
}
export type CaseRow = SelectedRow<typeof selection>
const columns = select(selection)
const source = sql`report_cases c JOIN accounts a ON a.id = c.about_id LEFT JOIN accounts by ON by.id = c.decided_by`

export const caseOrderings = {
  open: ascending(timestampKey(sql`c.opened_at`)),
  decided: descending(timestampKey(sql`c.decided_at`)),
}

export async function listCaseRows(
  db: Db,
  state: keyof typeof caseOrderings,
  keyset: KeysetPage,
): Promise<(CaseRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`c.id`)
  const isDecided: RawBuilder<unknown> = state === 'open' ? sql`IS NULL` : sql`IS NOT NULL`
  const { rows } = await sql<CaseRow & WithSortKeys>`
    SELECT ${columns}, ${page.columns} FROM ${source}
    WHERE c.decided_at ${isDecided} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

export const casesOfPersonOrdering = descending(timestampKey(sql`c.opened_at`))

/** Cases about a person, or reported by them. */
export async function listCaseRowsOfPerson(
  db: Db,
  accountId: string,
  side: ReportSide,
  keyset: KeysetPage,
): Promise<(CaseRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`c.id`)
  const isTheirs =
    side === 'about'
      ? sql`c.about_id = ${accountId} AND c.kind <> 'copy'`
      : sql`c.id = ANY(ARRAY(SELECT case_id FROM reports WHERE reporter_id = ${accountId}))`
  const { rows } = await sql<CaseRow & WithSortKeys>`
    SELECT ${columns}, ${page.columns} FROM ${source}
    WHERE ${isTheirs} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

export async function findCase(db: Db, id: string): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`SELECT ${columns} FROM ${source} WHERE c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function listReportsOf(db: Db, caseId: string): Promise<CaseReport[]> {
  const { rows } = await sql<Omit<CaseReport, 'reporter'> & { reporterId: string; name: string | null }>`
    SELECT r.reporter_id AS "reporterId", CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} END AS name, r.reason,
      r.words, r.at
    FROM reports r JOIN accounts a ON a.id = r.reporter_id
    WHERE r.case_id = ${caseId} ORDER BY r.at, r.reporter_id LIMIT 100`.execute(db)
  return rows.map(({ reporterId, name, ...rest }) => ({ ...rest, reporter: { id: reporterId, name } }))
}

/** Decides a case; false where another admin decided first, or newer reports came in. */
export async function setDecided(
  tx: Tx,
  id: string,
  { seen, by, decision, note, now }: { seen: number; by: string; decision: Decision; note: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE report_cases SET decided_at = ${now}, decided_by = ${by}, decision = ${decision}, note = ${note}
    WHERE id = ${id} AND decided_at IS NULL AND reports = ${seen}`.execute(tx)
  return numAffectedRows === 1n
}

/** Stores an answer; false where there is one already, no decision, or another subject. */
export async function setAnswer(db: Db, id: string, aboutId: string, answer: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE report_cases SET answer = ${answer}, answered_at = ${now}
    WHERE id = ${id} AND about_id = ${aboutId} AND decided_at IS NOT NULL AND answer IS NULL`.execute(db)
  return numAffectedRows === 1n
}

/** Erases texts by and about closed accounts; decisions stay. Safe to repeat. */
export async function forgetReportsOfClosed(tx: Tx): Promise<void> {
  await sql`
    UPDATE report_cases c SET evidence = '{}', note = CASE WHEN note IS NULL THEN NULL ELSE '' END, answer = NULL
    FROM accounts a WHERE a.id = c.about_id AND a.closed_at IS NOT NULL AND (evidence <> '{}' OR note <> '' OR answer IS NOT NULL)`.execute(
    tx,
  )
  // Messages of others stay, as in the conversation.
  await sql`
    UPDATE report_cases c SET evidence = jsonb_set(c.evidence, '{messages}', (
      SELECT jsonb_agg(CASE WHEN a.closed_at IS NULL THEN m ELSE m || '{"text": null}' END ORDER BY place)
      FROM jsonb_array_elements(c.evidence -> 'messages') WITH ORDINALITY AS said(m, place)
      LEFT JOIN accounts a ON a.id = (m ->> 'by')::uuid))
    WHERE c.kind = 'message' AND c.evidence ? 'messages' AND EXISTS (
      SELECT FROM jsonb_array_elements(c.evidence -> 'messages') m JOIN accounts a ON a.id = (m ->> 'by')::uuid
      WHERE a.closed_at IS NOT NULL AND m ->> 'text' IS NOT NULL)`.execute(tx)
  await sql`
    UPDATE reports r SET words = '' FROM accounts a, report_cases c
    WHERE c.id = r.case_id AND a.closed_at IS NOT NULL AND a.id IN (r.reporter_id, c.about_id) AND r.words <> ''`.execute(
    tx,
  )
}
