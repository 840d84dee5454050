import { getContentPage, type ContentPageText } from '#contract/settings/content-page-calls.ts'
import type { ContentPageName } from '#contract/screens.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { PageSource } from './page-source.tsx'

interface SavedMeanwhileProps {
  name: ContentPageName
  /** Saves the form's text over the other admin's text. */
  onKeepMine: (fresh: ContentPageText) => void
  onStartOver: (fresh: ContentPageText) => void
}

/** Edit conflict: the page was saved since it was opened. Shows the other text and both ways on. */
export function SavedMeanwhile({ name, onKeepMine, onStartOver }: SavedMeanwhileProps) {
  const {
    data: fresh,
    error,
    refetch,
  } = useCall(getContentPage, { params: { name } }, { revision: 'by now', staleTime: 0, gcTime: 0 })
  return (
    <section aria-label="The other text" className="grid gap-3 border-2 border-warn bg-card p-4">
      {error && <Retry error={error} onRetry={() => void refetch()} />}
      {fresh && (
        <>
          <p>
            The page now shows: <PageSource page={fresh} />.
          </p>
          <pre
            className="max-h-60 overflow-auto border border-edge bg-sunk p-3 text-sm whitespace-pre-wrap wrap-anywhere"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
            tabIndex={0}
          >
            {fresh.text}
          </pre>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="button-outline" onClick={() => onKeepMine(fresh)}>
              Save mine instead
            </button>
            <button type="button" className="button-quiet" onClick={() => onStartOver(fresh)}>
              Discard mine and take this one
            </button>
          </div>
        </>
      )}
    </section>
  )
}
