import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { addBookIn } from '#contract/books/book-calls.ts'
import { newBookIn } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { MOST_BOOK_IMAGES } from '#contract/images/images.ts'
import { POPUP_MS } from '#contract/notices.ts'
import { call } from '#client/api/call.ts'
import { ErrorSummary } from '#client/forms/error-summary.tsx'
import { SubmitButton } from '#client/forms/form.tsx'
import type { Draft } from '#client/forms/drafts/draft-storage.ts'
import { fillIn } from '#client/forms/fill-in.ts'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useAccount } from '#client/session/use-account.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { useSite } from '#client/ui/site.ts'
import { DraftNote } from '#client/forms/drafts/draft-note.tsx'
import { PicturesField } from '#client/forms/pictures/pictures-field.tsx'
import { usePictures } from '#client/forms/pictures/use-pictures.ts'
import { BookFields } from './book-fields.tsx'
import { BookPreview } from './book-preview.tsx'
import { bookPictures } from './book-pictures.ts'
import { failureIn, popUpWhenIncomplete } from './saving-failure.ts'
import { SavingStatus } from './saving-status.tsx'
import { useBookDraft, type CopiedBook } from './use-book-draft.ts'
import { IsbnFirst } from './isbn-first.tsx'
import { useEdition } from './use-edition.ts'
import { useLastLocation } from './use-last-location.ts'
import { useSaveBook } from './use-save-book.ts'
import { DemandHint } from './demand-hint.tsx'

/** Notice of a restored draft. */
function restoredWords(pictures: number): string {
  if (pictures === 0) return 'Your draft is back. Please add your photos again: we only keep them for a day.'
  return `Your draft is back, with ${pictures === 1 ? 'its photo' : `its ${pictures} photos`}.`
}

interface FormProps {
  /** Listing to copy. */
  copied: CopiedBook | null
  /** First form: no draft has been discarded yet. */
  isFirst: boolean
  /** Discarded draft, as long as it can be restored. */
  discarded: Draft | null
  /** Starts a new form from the stored draft. */
  onNewSheet: (discarded: Draft | null) => void
}

/** New-listing form. Field names are the contract's, so that server errors land at their field. */
export function BookForm({ copied, isFirst, discarded, onNewSheet }: FormProps) {
  const { id } = useAccount()
  const { currency } = useSite()
  const bookForm = formOf(newBookIn(currency))
  const draft = useBookDraft(id, bookForm, copied)
  const { store, pictures, refusals } = usePictures(draft.pictures, MOST_BOOK_IMAGES)
  // Idempotency key: a retry after a lost answer doesn't list the book twice.
  const { step, save } = useSaveBook(store, async (body) => {
    const { insertedId } = await call(addBookIn(currency), { query: { idempotency_key: draft.key }, body })
    return insertedId
  })
  const form = useForm(bookForm, save, {
    draft,
    // Placeholder for validation: the address comes with the upload, which may be in progress.
    more: { book_img: pictures.length > 0 ? 'chosen' : '' },
    isLive: true,
    onInvalid: popUpWhenIncomplete,
    onDone: useLeaveWithPopup(),
  })
  const element = useRef<HTMLFormElement>(null)
  useLastLocation(copied !== null || Object.keys(draft.defaults).length > 0, element, draft.startWith)
  const { lookUp, isFilled } = useEdition(element, form.texts)
  useEffect(() => {
    draft.savePictures(store.kept())
    // oxlint-disable-next-line react/exhaustive-deps -- whenever one came or went, not with each rendering
  }, [pictures])

  function discard() {
    draft.end()
    onNewSheet(draft.present())
  }

  return (
    <form ref={element} {...form.props} className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid max-w-measure content-start gap-8">
        {copied && !draft.isRestored && (
          <p className="border-s-3 border-edge bg-sunk px-4 py-2">
            Filled in from “<bdi>{copied.title}</bdi>”. Please add photos of this copy.
          </p>
        )}
        {draft.isRestored && (
          <DraftNote action="Discard draft" onAct={discard} takesFocus={!isFirst}>
            {restoredWords(draft.pictures.length)}
          </DraftNote>
        )}
        {discarded && !draft.hasDraft && (
          <DraftNote
            action="Undo"
            takesFocus
            onAct={() => {
              draft.restore(discarded)
              onNewSheet(null)
            }}
          >
            Draft discarded.
          </DraftNote>
        )}
        <ErrorSummary invalid={form.invalid} failure="" isSolved={form.isSolved} />
        <div className="grid gap-2">
          <IsbnFirst
            field={form.field}
            typed={form.texts.isbn ?? ''}
            lookUp={lookUp}
            isFilled={isFilled}
            onScan={(isbn) => element.current && fillIn(element.current, { isbn })}
          />
          <DemandHint texts={form.texts} />
        </div>
        <PicturesField
          {...bookPictures}
          {...form.field('book_img')}
          store={store}
          pictures={pictures}
          refusals={refusals}
          disabled={form.pending}
        />
        <BookFields field={form.field} texts={form.texts} isFilled={isFilled} />
        <div className="grid gap-4">
          <SavingStatus
            step={step}
            saved="Your product has been added!"
            failure={failureIn(
              form,
              pictures.every(({ url }) => url),
            )}
            pictures={pictures}
          />
          <SubmitButton
            className="button w-full sm:w-auto sm:justify-self-start"
            aria-disabled={form.pending}
            pending={form.pending && step !== 'saved'}
          >
            {step === 'saved' ? 'Added' : form.pending ? 'Adding…' : 'Add Product'}
          </SubmitButton>
          <div className="flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
            <p>Saved as a draft in this browser. Photos are kept for a day.</p>
            {draft.hasDraft && !draft.isRestored && (
              <button type="button" className="button-quiet -mx-2.5" onClick={discard}>
                Discard draft
              </button>
            )}
          </div>
        </div>
      </div>
      <BookPreview texts={form.texts} cover={pictures[0]} />
    </form>
  )
}

/** Shows the success popup, then navigates to the list with the new row marked. */
function useLeaveWithPopup() {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return async (added: string) => {
    showPopup({ kind: 'success', title: 'Success!', text: 'Your product has been added!', ms: POPUP_MS.productAdded })
    await new Promise((done) => (timer.current = setTimeout(done, POPUP_MS.productAdded)))
    await navigate(href('/dashboard/my-products'), { state: { added } })
  }
}
