import type { ReportCase, ReportedMessage } from '#contract/reports/reports.ts'
import type { CaseRow } from './reports.sql.ts'

/** Case row → contract, for admins. */
export function shapeCase(row: CaseRow): ReportCase {
  const { id, kind, targetId, evidence, openedAt, reports, decidedAt, decision, note, answer } = row
  return {
    id,
    kind,
    targetId,
    about: { id: row.aboutId, name: row.aboutName },
    title: evidence.title ?? '',
    description: evidence.description ?? '',
    of: evidence.of ?? null,
    openedAt,
    reports,
    decided:
      decidedAt && decision ? { at: decidedAt, by: row.decidedByName, decision, note: note ?? '', answer } : null,
  }
}

/** Reported messages as of then; null where no message was reported. */
export const shapeMessages = ({ evidence, targetId, aboutId }: CaseRow): ReportedMessage[] | null =>
  evidence.messages?.map(({ id, by, text, at }) => ({
    isReported: id === targetId,
    isByAbout: by === aboutId,
    text,
    at: new Date(at),
  })) ?? null
