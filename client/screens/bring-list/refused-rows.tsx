import { useState } from 'react'
import type { LookAtList } from '#contract/books/brought-lists.ts'
import { sentenceOf } from '#contract/books/left-out.ts'
import { countOf, grouped } from '#contract/wording.ts'
import { columnWords } from './column-words.ts'
import { Correction } from './correction.tsx'
import { useCorrecting } from './use-correcting.ts'
import type { ShownList } from './use-brought-list.ts'

type RefusedRow = LookAtList['refusedRows'][number]
/** Page size of the table. */
const SHOWN_AT_ONCE = 20

interface RefusedRowsProps extends Pick<ShownList, 'change'> {
  look: LookAtList
  /** Called when a corrected row has left the table. */
  onCorrected: () => void
}

/** Refused rows with their reasons and a form to correct them. */
export function RefusedRows({ look, change, onCorrected }: RefusedRowsProps) {
  const { refused, refusedRows: rows } = look
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  if (refused === 0) return null
  return (
    <section aria-labelledby="refused-heading">
      <h3 id="refused-heading">{countOf(refused, 'row')} can’t be listed</h3>
      <p className="mt-1 max-w-measure text-sm text-ink-2">
        Correct {refused === 1 ? 'it' : 'them'} here, or list the others without {refused === 1 ? 'it' : 'them'}. Your
        file stays as it is.
      </p>
      <ul className="mt-3 border-t border-rule">
        {rows.slice(0, most).map((row) => (
          <li key={row.line} className="border-b border-rule py-3">
            <Refused row={row} change={change} onCorrected={onCorrected} />
          </li>
        ))}
      </ul>
      {rows.length > most && (
        <button type="button" className="button-quiet -ms-2.5 mt-2" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          Show {Math.min(SHOWN_AT_ONCE, rows.length - most)} more
        </button>
      )}
      {refused > rows.length && (
        <p className="mt-2 max-w-measure text-sm text-ink-2">
          These are the first {grouped(rows.length)}. With so many, correct them in the file and bring it again.
        </p>
      )}
    </section>
  )
}

interface RefusedProps extends Pick<ShownList, 'change'> {
  row: RefusedRow
  onCorrected: () => void
}

function Refused({ row, change, onCorrected }: RefusedProps) {
  const { line, cells, reasons } = row
  const { isOpen, button, open, close } = useCorrecting()
  const isRow = Object.keys(cells).length > 0
  return (
    <>
      <p className="wrap-anywhere">
        <span className="text-sm text-ink-2 tabular-nums">Line {grouped(line)} </span>
        <bdi className="font-semibold">{cells.title?.trim() || (isRow ? 'No title' : '')}</bdi>
        {cells.authors?.trim() && (
          <>
            {' · '}
            <bdi>{cells.authors}</bdi>
          </>
        )}
      </p>
      <ul className="mt-1 text-sm">
        {reasons
          // An open form shows them at its fields.
          .filter(({ column }) => !isOpen || !column)
          .map((one) => (
            <li key={`${one.column ?? ''} ${one.reason}`} className="wrap-anywhere">
              {whereOf(one)}
              {sentenceOf(one.reason)}
            </li>
          ))}
      </ul>
      {isOpen ? (
        <Correction row={row} change={change} close={close} onSaved={onCorrected} />
      ) : isRow ? (
        <button ref={button} type="button" className="button-quiet -ms-2.5" onClick={open}>
          Correct<span className="sr-only"> line {line}</span>
        </button>
      ) : (
        <p className="mt-1 text-sm text-ink-2">Please correct this in the file, and bring it again.</p>
      )}
    </>
  )
}

/** Location of an error: 'List Price “cheap”: ', by the file's heading. */
function whereOf({ column, heading, cell }: RefusedRow['reasons'][number]): string {
  const name = heading ?? (column && columnWords[column])
  if (name === undefined) return ''
  return cell ? `${name} “${cell}”: ` : `${name}: `
}
