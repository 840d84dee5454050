import { useState } from 'react'
import { listEarlierTexts, type ContentPageText } from '#contract/settings/content-page-calls.ts'
import { useCall } from '#client/session/use-call.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Retry } from '#client/ui/retry.tsx'

/** Revisions of a page, each with a button to load it into the editor. */
export function EarlierTexts({
  page: { name, revision },
  onTake,
}: {
  page: ContentPageText
  onTake: (text: string) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const earlier = useCall(listEarlierTexts, { params: { name } }, { revision, enabled: isOpen, gcTime: 0 })
  return (
    <details
      className="border-s-3 border-edge bg-sunk px-4"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Earlier texts</summary>
      {earlier.isError && <Retry error={earlier.error} onRetry={() => void earlier.refetch()} />}
      <ul className="grid gap-1 pb-3">
        {earlier.data?.map(({ revision: each, savedAt, text }) => (
          <li key={each} className="flex flex-wrap items-center justify-between gap-x-4">
            <span>
              <LocalTime date={savedAt} year />
              {text === null && ': your text was removed'}
            </span>
            {text !== null && (
              <button type="button" className="button-quiet -mx-2.5" onClick={() => onTake(text)}>
                Copy into the editor<span className="sr-only"> (text {each})</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
