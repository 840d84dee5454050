import { useEffect, useId, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { bringList, MOST_LIST_BYTES, MOST_LIST_ROWS } from '#contract/books/brought-lists.ts'
import { grouped } from '#contract/wording.ts'
import { uploadFile } from '#client/api/upload-file.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { describedBy, FieldProblem } from '#client/forms/field.tsx'
import { FileButton } from '#client/forms/pictures/file-button.tsx'

const MEGABYTE = 1024 * 1024
const LABEL = 'Choose a file'

interface ChooseListProps {
  takesFocus: boolean
  /** Called after the upload; waits until the list is loaded. */
  onBrought: () => Promise<void>
}

/** File field of the import, with the accepted formats. */
export function ChooseList({ takesFocus, onBrought }: ChooseListProps) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const [sent, setSent] = useState(0)
  const bring = useMutation({
    async mutationFn(file: File) {
      setSent(0)
      checkFile(file)
      await uploadFile(bringList, 'list', file, { onProgress: setSent })
      await onBrought()
    },
  })
  useEffect(() => {
    if (takesFocus) area.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const problem = bring.error ? errorMessage(bring.error) : ''
  return (
    <div ref={area} className="max-w-measure">
      <p className="mb-4">
        Are your books in a spreadsheet or another program? Bring them as a file. You’ll see what would be listed before
        anything goes on sale.
      </p>
      <FileButton
        words={LABEL}
        aria-label={LABEL}
        aria-describedby={describedBy(id, 'hint', problem)}
        aria-invalid={problem ? true : undefined}
        aria-disabled={bring.isPending}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        className="min-h-24"
        onFiles={([file]) => file && !bring.isPending && bring.mutate(file)}
      />
      <FieldProblem id={id} problem={problem} />
      <div role="status" className="mt-2 grid gap-2 empty:hidden">
        {bring.isPending && (
          <>
            <p>{sent < 1 ? 'Sending your file…' : 'Reading your list…'}</p>
            <progress aria-label="Upload" className="h-2 w-full" {...(sent < 1 && { value: sent, max: 1 })} />
          </>
        )}
      </div>
      <ul id={`${id}-hint`} className="mt-3 list-disc ps-5 text-sm text-ink-2">
        <li>
          CSV, with commas, semicolons or tabs: at most {MOST_LIST_BYTES / MEGABYTE} MB and {grouped(MOST_LIST_ROWS)}{' '}
          rows.
        </li>
        <li>
          It needs a column for the title and a column for the author. We read what else it says about a book, too.
        </li>
        <li>Exports from Goodreads, LibraryThing and AbeBooks work, and so does a spreadsheet that’s saved as CSV.</li>
        <li>Photos come later: until then, each book has a drawn cover.</li>
      </ul>
    </div>
  )
}

/** Client-side checks of the file. */
function checkFile({ name, size }: File): void {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name))
    throw new Error(`${name} is a workbook. In your spreadsheet, choose “Save as” and CSV, and bring that file.`)
  if (size > MOST_LIST_BYTES)
    throw new Error(
      `${name} is ${Math.ceil(size / MEGABYTE)} MB. The limit is ${MOST_LIST_BYTES / MEGABYTE} MB: please split it.`,
    )
}
