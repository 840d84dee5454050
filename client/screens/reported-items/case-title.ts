import type { ReportCase } from '#contract/reports/reports.ts'

/** Title of a case: the listing, the person, or the book that a message is about. */
export function caseTitle({ kind, title, about }: ReportCase): string {
  if (kind === 'person') return about.name ?? 'A closed account'
  return kind === 'book' ? title || 'A listing' : `A message about “${title}”`
}
