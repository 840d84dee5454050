import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Imported } from '#contract/books/brought-lists.ts'
import { href } from '#contract/href.ts'
import { countOf, grouped } from '#contract/wording.ts'
import { countsOf, stateOf } from './list-words.ts'

interface ListingNewsProps {
  imported: Imported
  /** Number of rows, where known. */
  rows: number | undefined
  takesFocus: boolean
}

/** Progress of an import, and its result, for which there is room from the start. */
export function ImportStatus({ imported, rows, takesFocus }: ListingNewsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const state = stateOf(imported)
  const { fileName, inserted } = imported
  return (
    <section aria-labelledby="news-heading" className="sheet min-h-106 max-w-measure p-5 sm:min-h-90 sm:p-6">
      <div role="status">
        <h2 ref={heading} id="news-heading" tabIndex={-1} className="text-xl wrap-anywhere">
          {state === 'under way' ? (
            <>
              Listing <bdi>{fileName}</bdi>…
            </>
          ) : (
            `${countOf(inserted, 'book')} listed`
          )}
        </h2>
      </div>
      {state === 'under way' ? <Progress imported={imported} rows={rows} /> : <Outcome imported={imported} />}
    </section>
  )
}

function Progress({ imported: { rowsDone }, rows }: Pick<ListingNewsProps, 'imported' | 'rows'>) {
  return (
    <div className="mt-3 grid gap-2">
      <progress
        aria-label="Rows listed"
        className="h-2 w-full"
        {...(rows !== undefined && { value: rowsDone, max: rows })}
      />
      <p className="tabular-nums">
        {rows === undefined ? `${countOf(rowsDone, 'row')} done` : `${grouped(rowsDone)} of ${countOf(rows, 'row')}`}
      </p>
      <p className="text-sm text-ink-2">You can leave this page. We’ll keep going.</p>
    </div>
  )
}

function Outcome({ imported }: { imported: Imported }) {
  const counts = countsOf(imported)
  const isBrokenOff = stateOf(imported) === 'broken off'
  return (
    <div className="mt-2 grid gap-3">
      {isBrokenOff && <p>It stopped halfway. List the rest again: nothing is listed twice.</p>}
      {counts.length > 0 && (
        <ul className="list-disc ps-5">
          {counts.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {imported.refused > 0 && (
        <p>
          To list {imported.refused === 1 ? 'that row' : 'those rows'} as well, correct the file and bring it again.
          Make the corrections you made here in the file too, so that nothing is listed twice.
        </p>
      )}
      {imported.inserted > 0 && (
        <p>Each book has a drawn cover until you add photos: in My Products, press Edit beside a book.</p>
      )}
      <p>
        <Link to={href('/dashboard/my-products')} className="button-outline">
          Go to My Products
        </Link>
      </p>
    </div>
  )
}
