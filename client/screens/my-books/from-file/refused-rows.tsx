import { countOf } from '#contract/wording.ts'
import { saveFile } from '#client/ui/save-file.ts'
import { csvOf } from '../export/list-file.ts'
import type { BookFile, RefusedRow } from './read-file.ts'

/** Rows listed on screen; the download has the rest. */
const NAMED = 20

/** Refused rows with their reasons; as a file of their own, to correct and import again. */
export function RefusedRows({ rows, file }: { rows: readonly RefusedRow[]; file: BookFile }) {
  if (rows.length === 0) return null
  const save = () =>
    saveFile(
      'not-changed.csv',
      csvOf(
        [[...file.headings, 'reason'], ...rows.map(({ cells, reason }) => [...filled(cells, file), reason])],
        file.separator,
      ),
      'text/csv',
    )
  return (
    <section aria-label="Rows that can’t be used" className="mt-8">
      <h2 className="text-xl">{countOf(rows.length, 'row')} can’t be used</h2>
      <ul className="mt-2 border-t border-rule">
        {rows.slice(0, NAMED).map(({ line, title, reason }) => (
          <li key={line} className="grid gap-x-4 border-b border-rule py-2 sm:grid-cols-[5rem_1fr]">
            <span className="text-sm text-ink-2 tabular-nums">Line {line}</span>
            <span className="wrap-anywhere">
              {title && <bdi className="font-semibold">{title}: </bdi>}
              {reason}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > NAMED && <p className="mt-2 text-sm text-ink-2">And {rows.length - NAMED} more, in the file.</p>}
      <button type="button" className="button-quiet -ms-2.5 mt-1" onClick={save}>
        Save these rows as CSV, with the reasons
      </button>
    </section>
  )
}

/** Pads cells to the headings, so that the reason is in its own column. */
const filled = (cells: readonly string[], { headings }: BookFile) => headings.map((_, place) => cells[place] ?? '')
