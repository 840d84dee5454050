import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { resetContentPage, type ContentPageText } from '#contract/settings/content-page-calls.ts'
import { pageLabels, pageSourceWords } from '#contract/settings/page-labels.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

/** Discards the admins' text of a page for all visitors, after confirmation. */
export function GoBack({ page, onDone }: { page: ContentPageText; onDone: (fresh: ContentPageText) => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const { name, revision, below } = page
  const going = useMutation({
    mutationFn: () => call(resetContentPage, { params: { name }, body: { revision } }),
    onSuccess(fresh) {
      setIsAsking(false)
      onDone(fresh)
    },
  })
  const words = `Go back to ${pageSourceWords[below]}`
  return (
    <p className="mt-8">
      <button type="button" className="button-quiet -ms-2.5" onClick={() => setIsAsking(true)}>
        {words}
      </button>
      {isAsking && (
        <Dialog title={`${words}?`} onClose={() => setIsAsking(false)}>
          <div className="grid gap-4">
            <p>
              Visitors then see {pageSourceWords[below]} as “{pageLabels.get(name)}”. Your own text stays under “Earlier
              texts”.
            </p>
            <FailureLine words={going.error ? going.error.message : ''} />
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="button-outline max-sm:grow" onClick={() => setIsAsking(false)}>
                Keep my text
              </button>
              <button
                type="button"
                className="button max-sm:grow"
                aria-disabled={going.isPending}
                onClick={() => !going.isPending && going.mutate()}
              >
                {going.isPending ? 'Going back…' : 'Go back'}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </p>
  )
}
