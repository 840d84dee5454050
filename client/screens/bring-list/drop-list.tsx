import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { countOf } from '#contract/wording.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

interface DropListProps {
  fileName: string
  /** Number of corrected rows, which would be lost. */
  corrected: number
  drop: () => Promise<void>
}

/** Discards the file to make room for another; asks first where corrections would be lost. */
export function DropList({ fileName, corrected, drop }: DropListProps) {
  const [isAsking, setIsAsking] = useState(false)
  const dropping = useMutation({ mutationFn: drop })
  const start = () => !dropping.isPending && dropping.mutate()
  const words = dropping.isPending ? 'One moment…' : 'Choose another file'
  return (
    <div>
      <button
        type="button"
        className="button-quiet -ms-2.5"
        aria-disabled={dropping.isPending}
        onClick={corrected > 0 ? () => setIsAsking(true) : start}
      >
        {words}
      </button>
      {!isAsking && <FailureLine words={dropping.error?.message} />}
      {isAsking && (
        <Dialog title="Choose another file?" onClose={() => setIsAsking(false)}>
          <div className="grid gap-4">
            <p className="wrap-anywhere">
              You corrected {countOf(corrected, 'row')} of <bdi>{fileName}</bdi> here, but not in the file itself. If
              you bring the file again, you’ll have to make the corrections again.
            </p>
            <FailureLine words={dropping.error?.message} />
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="button-outline max-sm:grow" onClick={() => setIsAsking(false)}>
                Keep this list
              </button>
              <button type="button" className="button max-sm:grow" aria-disabled={dropping.isPending} onClick={start}>
                {words}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  )
}
