import { bookToWire } from '#contract/books/books.ts'
import { getMyBook, type MyBook } from '#contract/books/my-book-calls.ts'
import { controlOf, labelled } from '#client/forms/form-controls.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { formTexts } from './form-texts.ts'

interface ChangedMeanwhileProps {
  opened: MyBook
  form: React.RefObject<HTMLFormElement | null>
  /** Saves the form's values over this revision. */
  onKeepMine: (revision: number) => void
  onStartOver: (fresh: MyBook) => void
}

/**
 * Edit conflict: the listing was saved since it was opened here, usually in another tab. Shows the other changes and
 * both ways on.
 */
export function ChangedMeanwhile({ opened, form, onKeepMine, onStartOver }: ChangedMeanwhileProps) {
  const {
    data: fresh,
    error,
    refetch,
  } = useCall(getMyBook, { params: { id: opened.id } }, { revision: 'by now', staleTime: 0, gcTime: 0 })
  const changes = fresh && form.current ? changesIn(form.current, opened, fresh) : []
  return (
    <section role="alert" className="grid gap-3 border-2 border-warn bg-card p-4">
      <p className="font-semibold">
        This listing was changed since you opened it, perhaps in another tab. What you typed is still here.
      </p>
      {error && <Retry error={error} onRetry={() => void refetch()} />}
      {changes.length > 0 && (
        <ul className="list-disc ps-5">
          {changes.map(({ field, label, message }) => (
            <li key={field} className="wrap-anywhere">
              {label}: saved as “<bdi>{message}</bdi>”
            </li>
          ))}
        </ul>
      )}
      {fresh && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button-outline" onClick={() => onKeepMine(fresh.revision)}>
            Save mine instead
          </button>
          <button type="button" className="button-quiet" onClick={() => onStartOver(fresh)}>
            Discard mine and start over
          </button>
        </div>
      )}
    </section>
  )
}

/** Field values that the other save changed. */
function changesIn(form: HTMLFormElement, opened: MyBook, fresh: MyBook) {
  const textsOf = (book: MyBook) => formTexts(bookToWire(book), book.resalePrice.currency)
  const [before, now] = [textsOf(opened), textsOf(fresh)]
  const changed = Object.keys({ ...before, ...now }).filter(
    (field) => field !== 'book_img' && before[field] !== now[field] && controlOf(form, field),
  )
  return labelled(
    form,
    changed.map((field) => ({ field, message: now[field] ?? '' })),
  )
}
