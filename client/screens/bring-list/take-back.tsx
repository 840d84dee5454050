import { useMutation } from '@tanstack/react-query'
import { takeBackImport, type Imported } from '#contract/books/brought-lists.ts'
import { takenBackWords } from '#contract/books/taken-back-words.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { stateOf } from './list-words.ts'

interface TakeBackProps {
  imported: Imported
  onClose: () => void
  /** Called with the result, in words. */
  onDone: (words: string) => Promise<void>
}

/** Confirmation dialog for taking back an import, with what stays. */
export function TakeBack({ imported, onClose, onDone }: TakeBackProps) {
  const { id, fileName } = imported
  const taking = useMutation({
    mutationFn: () => call(takeBackImport, { params: { id } }),
    onSuccess: (counts) => onDone(`${takenBackWords(fileName, counts)} You can bring the list again.`),
  })
  const isUnderWay = stateOf(imported) === 'under way'
  return (
    <Dialog title={isUnderWay ? `Stop listing ${fileName}?` : `Take back ${fileName}?`} onClose={onClose}>
      <div className="grid gap-4">
        <p>
          {isUnderWay ? 'We stop listing it, and its books' : 'Its books'} leave the shop. Books that were sold,
          reserved or edited since then stay. You can bring the same list again.
        </p>
        <FailureLine words={taking.error?.message} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="button-outline max-sm:grow" onClick={onClose}>
            {isUnderWay ? 'Go on listing' : 'Keep the books'}
          </button>
          <button
            type="button"
            className="button max-sm:grow"
            aria-disabled={taking.isPending}
            onClick={() => !taking.isPending && taking.mutate()}
          >
            {taking.isPending ? 'Taking back…' : 'Take back'}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
