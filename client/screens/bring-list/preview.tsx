import type { RefObject } from 'react'
import { useMutation } from '@tanstack/react-query'
import { importList, type LookAtList } from '#contract/books/brought-lists.ts'
import { countOf } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { FeeRuleWords } from '#client/books/club-fee.tsx'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { otherRows } from './list-words.ts'
import { NewBooks } from './new-books.tsx'
import { RefusedRows } from './refused-rows.tsx'
import type { ShownList } from './use-brought-list.ts'

interface PreviewProps extends ShownList {
  look: LookAtList
  heading: RefObject<HTMLHeadingElement | null>
  /** Called with the import's id; '' where it was refused. */
  onListed: (importId: string) => Promise<void>
}

/** Preview of the import, with the button that starts it. */
export function Preview({ heading, list, look, change, onListed }: PreviewProps) {
  const { fresh } = look
  const others = otherRows(look)
  const focusHeading = () => heading.current?.focus()
  const begin = useMutation({
    mutationFn: () => call(importList, { body: { revision: list.revision } }),
    onSettled: (begun) => onListed(begun?.importId ?? ''),
  })
  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl">
          {fresh === 0 ? 'Nothing new to list' : `${countOf(fresh, 'new book')} to list`}
        </h2>
        {others.length > 0 && (
          <ul className="mt-1 list-disc ps-5">
            {others.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        <FailureLine words={begin.error?.message} className="mt-3" />
        {fresh > 0 && (
          <>
            <button
              type="button"
              className="button mt-4 max-sm:w-full"
              aria-disabled={begin.isPending}
              onClick={() => !begin.isPending && begin.mutate()}
            >
              {begin.isPending && <span className="spinner" aria-hidden="true" />}
              List {countOf(fresh, 'book')}
            </button>
            <p className="mt-2 max-w-measure text-sm text-ink-2">
              They go on sale at once. You can take the whole list back afterwards.
            </p>
            <FeeRuleWords />
          </>
        )}
      </div>
      <RefusedRows look={look} change={change} onCorrected={focusHeading} />
      <LostCells lost={look.lost} />
      <NewBooks look={look} change={change} onGone={focusHeading} />
    </>
  )
}

/** Maximum cells listed on screen. */
const NAMED = 10

/** Cells of the file that no listing takes. */
function LostCells({ lost }: Pick<LookAtList, 'lost'>) {
  if (lost.length === 0) return null
  return (
    <section aria-labelledby="lost-heading">
      <h3 id="lost-heading">What the listings won’t say</h3>
      <p className="mt-1 max-w-measure text-sm text-ink-2">
        The books are listed without these cells, because we can’t read them or a listing has no room for them.
      </p>
      <ul className="mt-2 list-disc ps-5">
        {lost.slice(0, NAMED).map(({ column, cell, rows }) => (
          <li key={`${column} ${cell}`} className="wrap-anywhere">
            {column} “<bdi>{cell}</bdi>” in {countOf(rows, 'row')}
          </li>
        ))}
      </ul>
      {lost.length > NAMED && <p className="mt-1 text-sm text-ink-2">And {countOf(lost.length - NAMED, 'other')}.</p>}
    </section>
  )
}
