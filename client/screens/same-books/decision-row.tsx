import { useMutation } from '@tanstack/react-query'
import { sameBookAnswers, undoSameBooks, type SameBookDecision } from '#contract/search/same-books.ts'
import { languageName } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

/** A decision about two books, with a way back. */
export function DecisionRow({ decision: { id, answer, one, other, by, at } }: { decision: SameBookDecision }) {
  const undo = useMutation({ mutationFn: () => call(undoSameBooks, { params: { id } }) })
  return (
    <article aria-label={`${one.title} and ${other.title}`}>
      <p className="font-semibold">{sameBookAnswers[answer]}</p>
      <ul className="my-1">
        <Said book={one} />
        <Said book={other} />
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-ink-2">
          <bdi>{by.name ?? 'A closed account'}</bdi>, <LocalTime date={at} year />
        </p>
        <button
          type="button"
          className="button-quiet"
          aria-disabled={undo.isPending}
          onClick={() => !undo.isPending && undo.mutate()}
        >
          Undo
          <span className="sr-only">
            : {one.title} and {other.title}
          </span>
        </button>
      </div>
      <FailureLine words={undo.error?.message} className="text-sm" />
    </article>
  )
}

function Said({ book: { title, author, isbn, language } }: { book: SameBookDecision['one'] }) {
  const more = [isbn && `ISBN ${isbn}`, language && languageName(language)].filter(Boolean).join(', ')
  return (
    <li className="wrap-anywhere">
      <bdi>{title}</bdi>, <bdi>{author}</bdi>
      {more && <span className="text-ink-2"> ({more})</span>}
    </li>
  )
}
