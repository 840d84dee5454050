import type { ReportCase } from '#contract/reports/reports.ts'

/** Title of a case: the listing, the person, or the book that a message is about. */
export function caseTitle({ kind, title, of, about }: ReportCase): string {
  if (kind === 'person') return about.name ?? 'A closed account'
  if (kind === 'copy') return of ? `“${title}” as a copy of “${of.title}”` : 'A copy of another book'
  return kind === 'book' ? title || 'A listing' : `A message about “${title}”`
}
