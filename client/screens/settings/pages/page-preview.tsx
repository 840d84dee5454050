import { useEffect, useState } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { previewContentPage } from '#contract/settings/content-page-calls.ts'
import type { ContentPageName } from '#contract/screens.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { useCall } from '#client/session/use-call.ts'
import { ContentHtml } from '#client/ui/content-html.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useDebouncedValue } from '#client/forms/use-debounced-value.ts'

/** Debounce delay of the preview. */
const PAUSE_MS = 500

/**
 * Whether the typeface of running text has loaded, or failed to. Set in its fallback first, the page would move as its
 * lines break elsewhere.
 */
function useTextFont(): boolean {
  const [hasSettled, setSettled] = useState(false)
  useEffect(() => {
    const settle = () => setSettled(true)
    document.fonts.load('1em "Newsreader Variable"').then(settle, settle)
  }, [])
  return hasSettled
}

/** Preview rendered by the server, as visitors will see it. */
export function PagePreview({ name, text }: { name: ContentPageName; text: string }) {
  const typed = useDebouncedValue(text, PAUSE_MS)
  const isEmpty = typed.trim() === ''
  const preview = useCall(
    previewContentPage,
    { params: { name }, body: { text: typed } },
    { gcTime: 0, placeholderData: keepPreviousData, enabled: !isEmpty },
  )
  const hasFont = useTextFont()
  const { data, error } = preview
  const problem = error instanceof ProblemError ? error.invalidFields[0]?.message : undefined
  return (
    <section aria-labelledby="page-preview" className="min-w-0 xl:sticky xl:top-6 xl:self-start">
      <h2 id="page-preview" className="mb-1 text-xl">
        Preview
      </h2>
      <p className="mb-3 text-sm text-ink-2">What visitors will see once you save. It follows what you type.</p>
      {problem !== undefined && <p className="mb-3 font-semibold text-stamp">! No page yet. {problem}</p>}
      {error && problem === undefined && <Retry error={error} onRetry={() => void preview.refetch()} />}
      {isEmpty && <p>Nothing is written yet.</p>}
      {data && !error && !isEmpty && hasFont && (
        <div
          className="sheet overflow-x-auto p-5 sm:p-6 xl:max-h-[80vh] xl:overflow-y-auto"
          role="group"
          aria-label="The page"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
          tabIndex={0}
        >
          <p dir="auto" className="mb-6 font-display text-[1.8125rem] leading-tight font-semibold wrap-anywhere">
            {data.title}
          </p>
          <ContentHtml html={data.html} />
        </div>
      )}
      {(preview.isPending || !hasFont) && !error && !isEmpty && <Skeleton className="h-60" />}
    </section>
  )
}
