import { sql } from 'kysely'
import type { Decision, ReportKind, ReportReason } from '#contract/reports/reports.ts'
import type { Db } from '#server/database/schema.ts'

/** A report, and the moderators' decision about it. */
export interface OwnReport {
  kind: ReportKind
  title: string
  reason: ReportReason
  words: string
  at: Date
  decision: Decision | null
}

/** Reports of a person, oldest first; at most 20 a day. */
export async function listReportsBy(db: Db, reporterId: string): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`
    SELECT r.kind, coalesce(c.evidence ->> 'title', '') AS title, r.reason, r.words, r.at, c.decision
    FROM reports r JOIN report_cases c ON c.id = r.case_id
    WHERE r.reporter_id = ${reporterId} ORDER BY r.at, r.target_id`.execute(db)
  return rows
}

/** A decision about a person with its reason and their answer; without the reporters. */
export interface DecisionAbout {
  kind: ReportKind
  title: string
  decision: Decision
  note: string
  at: Date
  answer: string | null
}

/** Decisions that the person was notified of. */
export async function listDecisionsAbout(db: Db, accountId: string): Promise<DecisionAbout[]> {
  const { rows } = await sql<DecisionAbout>`
    SELECT kind, coalesce(evidence ->> 'title', '') AS title, decision, note, decided_at AS at, answer
    FROM report_cases WHERE about_id = ${accountId} AND decision <> 'dismiss' AND kind <> 'copy' ORDER BY decided_at, id`.execute(
    db,
  )
  return rows
}
