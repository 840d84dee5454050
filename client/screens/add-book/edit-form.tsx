import { useRef, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { lockedFields } from '#contract/books/books.policy.ts'
import { bookToWire, sparseBookIn } from '#contract/books/books.ts'
import { editBookIn, type MyBook } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import { MOST_BOOK_IMAGES } from '#contract/images/images.ts'
import { POPUP_MS } from '#contract/notices.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { RestoredChangesNote } from '#client/forms/drafts/restored-changes-note.tsx'
import { useEditDraft } from '#client/forms/drafts/use-edit-draft.ts'
import { ErrorSummary } from '#client/forms/error-summary.tsx'
import { SubmitButton } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useAccount } from '#client/session/use-account.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { useSite } from '#client/ui/site.ts'
import { PicturesField } from '#client/forms/pictures/pictures-field.tsx'
import { usePictures } from '#client/forms/pictures/use-pictures.ts'
import { BookFields, PROMISED } from './book-fields.tsx'
import { BookPreview } from './book-preview.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { formTexts } from './form-texts.ts'
import { bookPictures } from './book-pictures.ts'
import { failureIn, popUpWhenIncomplete } from './saving-failure.ts'
import { SavingStatus } from './saving-status.tsx'
import { useSaveBook } from './use-save-book.ts'

interface EditFormProps {
  /** Listing as opened. */
  book: MyBook
  /** Restarts with the saved listing. */
  onStartOver: (fresh: MyBook) => void
}

/** Edit form of a listing. Fields that the buyer was promised are locked while it is reserved. */
export function EditForm({ book, onStartOver }: EditFormProps) {
  const account = useAccount()
  const { currency } = useSite()
  const editForm = formOf(sparseBookIn(currency))
  const locked = lockedFields(book)
  const draft = useEditDraft(
    { form: `edit-product-${book.id}`, accountId: account.id },
    { saved: formTexts(bookToWire(book), currency), revision: book.revision, locked },
  )
  const { store, pictures, refusals } = usePictures(
    book.images.map((url, place) => ({ url, name: `photo ${place + 1}`, at: 0 })),
    MOST_BOOK_IMAGES,
  )
  const hasPictures = book.images.length > 0
  const { step, save } = useSaveBook(
    store,
    (body) => call(editBookIn(currency), { params: { id: book.id }, query: { revision: draft.revision() }, body }),
    { shown: book.images, mayHaveNone: !hasPictures },
  )
  const form = useForm(editForm, save, {
    draft,
    more: { book_img: pictures.length > 0 ? 'chosen' : '' },
    isLive: true,
    onInvalid: popUpWhenIncomplete,
    onDone: useLeaveForMyBooks(book),
  })
  const element = useRef<HTMLFormElement>(null)
  const isOutdated = form.error instanceof ProblemError && form.error.code === 'book_changed'
  const hasArrived = pictures.every(({ url }) => url)

  return (
    <form ref={element} {...form.props} className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid max-w-measure content-start gap-8">
        <RestoredChangesNote draft={draft} onDiscard={() => onStartOver(book)} />
        {locked.length > 0 && (
          <p className="border-s-3 border-warn bg-sunk px-4 py-2">
            This book is reserved. Price, condition and photos stay as they are until it’s back on sale.
          </p>
        )}
        <ErrorSummary invalid={form.invalid} failure="" isSolved={form.isSolved} />
        {locked.includes('book_img') ? (
          <LockedPictures images={book.images} />
        ) : (
          <PicturesField
            {...bookPictures}
            {...form.field('book_img')}
            store={store}
            pictures={pictures}
            refusals={refusals}
            disabled={form.pending}
          />
        )}
        <BookFields field={form.field} texts={form.texts} locked={locked} />
        {isOutdated && (
          <ChangedMeanwhile
            opened={book}
            form={element}
            onKeepMine={(revision) => {
              draft.replaceInstead(revision)
              element.current?.requestSubmit()
            }}
            onStartOver={(fresh) => {
              draft.end()
              onStartOver(fresh)
            }}
          />
        )}
        <div className="grid gap-4">
          <SavingStatus
            step={step}
            saved="Your changes are saved."
            failure={isOutdated ? '' : failureIn(form, hasArrived)}
            pictures={pictures}
          />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton className="button" aria-disabled={form.pending} pending={form.pending && step !== 'saved'}>
              {form.pending ? 'Saving…' : 'Save changes'}
            </SubmitButton>
            <Link to={href('/dashboard/my-products')} className="link touchable">
              Cancel
            </Link>
          </div>
        </div>
      </div>
      <BookPreview texts={form.texts} cover={pictures[0]} postedAt={book.postedAt} />
    </form>
  )
}

/** Shows the success popup and navigates back to the list. */
function useLeaveForMyBooks(book: MyBook) {
  const navigate = useNavigate()
  return async () => {
    const text = `“${book.title}” is up to date.`
    showPopup({ kind: 'success', title: 'Changes saved', text, ms: POPUP_MS.productAdded })
    await navigate(href('/dashboard/my-products'))
  }
}

/** Read-only pictures that a buyer was promised. */
function LockedPictures({ images }: { images: readonly string[] }) {
  const id = useId()
  if (images.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-reason`} className="grid gap-1">
      <p id={id} className="font-semibold">
        Product Image
      </p>
      <p id={`${id}-reason`} className="text-sm text-ink-2">
        {PROMISED}
      </p>
      <ul className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {images.map((url, place) => (
          <li key={url} className="border border-rule bg-sunk">
            <img src={url} alt={`${place + 1} of ${images.length}`} className="aspect-4/5 w-full object-contain" />
          </li>
        ))}
      </ul>
    </div>
  )
}
