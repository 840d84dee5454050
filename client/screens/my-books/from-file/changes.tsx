import { useState } from 'react'
import { countOf } from '#contract/wording.ts'
import { headingOf } from '#contract/books/lists/list-columns.ts'
import { FeeRuleWords } from '#client/books/club-fee.tsx'
import type { Edit } from './file-edits.ts'
import type { Previewed } from './use-file-edits.ts'

/** Page size of the preview. */
const SHOWN_AT_ONCE = 50

interface ChangesProps {
  previewed: Previewed
  isBusy: boolean
  /** An earlier attempt failed midway. */
  isResumed: boolean
  onSave: () => void
}

/** Preview of a file's changes by book, with the button to apply them. */
export function Changes({ previewed, isBusy, isResumed, onSave }: ChangesProps) {
  const { name, changing, refused, same, file } = previewed
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const books = countOf(changing.length, 'book')
  return (
    <section aria-label="What this file changes">
      <h2 className="text-xl wrap-anywhere">{name}</h2>
      <p className="mt-1">
        {changing.length === 0 ? 'Nothing changes' : `${books} ${changing.length === 1 ? 'changes' : 'change'}`}
        {refused.length > 0 && ` · ${countOf(refused.length, 'row')} can’t be used`}
        {same > 0 && ` · ${countOf(same, 'book')} ${same === 1 ? 'stays as it is' : 'stay as they are'}`}
      </p>
      {file.unread.length > 0 && (
        <p className="mt-1 text-sm text-ink-2 wrap-anywhere">Not read: {file.unread.join(', ')}.</p>
      )}
      {changing.length > 0 && (
        <>
          <ul className="mt-4 border-t border-rule">
            {changing.slice(0, most).map((edit) => (
              <OneBook key={edit.row.id} edit={edit} />
            ))}
          </ul>
          {changing.length > most && (
            <button type="button" className="button-quiet -ms-2.5 mt-2" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
              Show {Math.min(SHOWN_AT_ONCE, changing.length - most)} more
            </button>
          )}
          {changing.some(hasNewPrice) && (
            <div className="mt-4">
              <FeeRuleWords />
            </div>
          )}
          <button
            type="button"
            className="button mt-6 max-sm:w-full"
            aria-disabled={isBusy}
            onClick={() => !isBusy && onSave()}
          >
            {isBusy && <span className="spinner" aria-hidden="true" />}
            {isResumed ? 'Go on where it stopped' : `Change ${books}`}
          </button>
        </>
      )}
    </section>
  )
}

const hasNewPrice = ({ preview: { changes } }: Edit) => changes.some(({ field }) => field === 'resalePrice')

function OneBook({ edit: { preview } }: { edit: Edit }) {
  return (
    <li className="border-b border-rule py-3">
      <bdi className="font-semibold wrap-anywhere">{preview.title}</bdi>
      <dl className="mt-1 grid gap-1 text-sm">
        {preview.changes.map(({ field, from, to }) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
            <dt className="text-ink-2">{headingOf(field)}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              <del className="text-ink-2">{shortened(from)}</del>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> becomes </span>
              <ins className="font-semibold no-underline">{shortened(to)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const MOST_LETTERS = 300
const shortened = (text: string) =>
  text === '' ? '(empty)' : text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text
