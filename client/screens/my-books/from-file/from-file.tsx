import { useId } from 'react'
import { Link } from 'react-router'
import { UnreadableList } from '#contract/books/lists/list-source.ts'
import { href } from '#contract/href.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { FileButton } from '#client/forms/pictures/file-button.tsx'
import { Changes } from './changes.tsx'
import { Done } from './done.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { useFileEdits } from './use-file-edits.ts'

/** Import of an edited CSV list, with a preview of its changes. */
export default function FromFile() {
  const { progress, preview, save, undo } = useFileEdits()
  const { data: previewed } = preview
  const end = undo.data ?? save.data
  const busy = preview.isPending
    ? `Reading your file… ${ofAll(progress)}`
    : save.isPending || undo.isPending
      ? `Saving… ${ofAll(progress)}`
      : ''
  const isChosen = previewed !== undefined && !preview.isPending
  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">
        Save your list in <Link to={href('/dashboard/my-products')}>My Products</Link>, change it in a spreadsheet, save
        it as CSV and bring it back here. You see every change before it’s made.
      </p>
      <ChooseFile
        isBusy={busy !== ''}
        isFirst={!isChosen}
        onFile={(file) => {
          save.reset()
          undo.reset()
          preview.mutate(file)
        }}
      />
      <FailureLine words={(preview.error ?? save.error ?? undo.error)?.message} className="mt-3" />
      {preview.error instanceof UnreadableList && preview.error.problem === 'missing_columns' && (
        <p className="mt-1">
          Are these new books? <Link to={href('/dashboard/bring-list')}>Bring them as a list</Link>.
        </p>
      )}
      <p role="status" className="mt-3 min-h-6 text-ink-2 tabular-nums">
        {busy}
      </p>
      {isChosen && !end && (
        <Changes
          previewed={previewed}
          isBusy={save.isPending}
          isResumed={save.isError}
          onSave={() => save.mutate(previewed.changing)}
        />
      )}
      {isChosen && end && (
        <Done
          key={String(end.isUndone)}
          outcome={end}
          isBusy={undo.isPending}
          onUndo={
            end.isUndone || end.changed.length === 0
              ? undefined
              : () => undo.mutate({ changing: previewed.changing, changed: end.changed })
          }
        />
      )}
      {isChosen && (
        <RefusedRows
          rows={end ? [...end.refused, ...(end.isUndone ? [] : previewed.refused)] : previewed.refused}
          file={previewed.file}
        />
      )}
    </>
  )
}

const ofAll = ({ done, all }: { done: number; all: number }) =>
  all > 0 ? `${done.toLocaleString('en')} of ${all.toLocaleString('en')} rows` : ''

function ChooseFile({ isBusy, isFirst, onFile }: { isBusy: boolean; isFirst: boolean; onFile: (file: File) => void }) {
  const hint = useId()
  return (
    <div className="max-w-md">
      <FileButton
        words={isFirst ? 'Choose a CSV file' : 'Choose another file'}
        aria-label={isFirst ? 'Choose a CSV file' : 'Choose another file'}
        aria-describedby={hint}
        accept=".csv,text/csv"
        aria-disabled={isBusy}
        className="min-h-24"
        onFiles={([file]) => file && !isBusy && onFile(file)}
      />
      <p id={hint} className="mt-2 text-sm text-ink-2">
        Up to 20 MB and 50,000 rows. Keep the column “id” as it is. You can move or remove the others: anything left out
        stays unchanged. Photos and sales status are changed in My Products.
      </p>
    </div>
  )
}
