import type { ListedContentPage } from '#contract/settings/content-page-calls.ts'
import { pageSourceWords } from '#contract/settings/page-labels.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

/** Source of a page's text; for an admin's text also its date. */
export function PageSource({ page: { source, savedAt, problem } }: { page: ListedContentPage }) {
  return (
    <span className="wrap-anywhere">
      {pageSourceWords[source]}
      {savedAt !== null && (
        <>
          , saved <LocalTime date={savedAt} year />
        </>
      )}
      {problem !== null && <span className="block text-stamp">! What you saved can’t be shown: {problem}</span>}
    </span>
  )
}
