import { useEffect, useMemo, useRef, useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { POPUP_MS } from '#contract/notices.ts'
import type { InvalidField } from '#contract/problems.ts'
import { ErrorSummary } from '#client/forms/error-summary.tsx'
import { showPopup } from '#client/ui/notice-store.ts'
import { useSite } from '#client/ui/site.ts'
import { useAccount } from '#client/session/use-account.ts'
import { checkBook } from './check-book.ts'
import { DraftNote, restoredWords } from './draft-note.tsx'
import { keepDraft, textsOf, type Draft, type Texts } from './draft.ts'
import { PicturesField } from './pictures-field.tsx'
import { BookFields } from './book-fields.tsx'
import { BookPreview } from './book-preview.tsx'
import { rememberPlace } from './remembered-location.ts'
import { SavingStatus } from './saving-status.tsx'
import { useDraft } from './use-draft.ts'
import { useLastLocation } from './use-last-location.ts'
import { usePictures } from './use-pictures.ts'
import { useSaveBook } from './use-save-book.ts'

interface FormProps {
  /** Nobody has discarded anything yet. */
  isFirst: boolean
  /** The draft that was discarded just now, as long as it can be had back. */
  discarded: Draft | null
  /** Begins again, with what the storage holds. */
  onNewSheet: (discarded: Draft | null) => void
}

/** The form of a new book. Its fields carry the contract's names, so that what the server says lands at the field. */
export function BookForm({ isFirst, discarded, onNewSheet }: FormProps) {
  const { id } = useAccount()
  const { currency } = useSite()
  const draft = useDraft(id)
  const [texts, setTexts] = useState(draft.texts)
  const { store, pictures, refusals } = usePictures(draft.restored.pictures)
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([])
  const { saving, save, reset } = useSaveBook(currency)
  const leaveWithPopup = useLeaveWithPopup()
  const form = useRef<HTMLFormElement>(null)
  useLastLocation(draft.isPlaceKnown, form, (place) => {
    draft.startWith(place)
    if (form.current) setTexts(textsOf(new FormData(form.current)))
  })
  const isBusy = saving.step !== 'idle' && saving.step !== 'failed'
  const hasArrived = pictures.length > 0 && pictures.every(({ url }) => url !== null)
  // Sent again from the photo itself, it could be uploaded after all.
  if (hasArrived && saving.step === 'failed' && saving.what === 'upload') reset()
  const found = saving.step === 'failed' ? saving.invalidFields : invalid
  const isSolved = useSolved(invalid, texts, pictures.length > 0)
  const problems = found.filter(({ field }) => !isSolved(field))

  const present = (): Draft => ({ key: draft.restored.key, texts, pictures: store.kept() })
  useEffect(() => {
    if (!isBusy) draft.keep(present())
    // oxlint-disable-next-line react/exhaustive-deps -- whenever something was filled in or saving failed, not with each rendering
  }, [texts, pictures, isBusy])

  function discard() {
    draft.forget()
    onNewSheet(present())
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = textsOf(new FormData(event.currentTarget))
    const checked = checkBook(typed, pictures.length > 0 ? 'chosen' : '', currency)
    reset()
    setInvalid(checked.ok ? [] : checked.invalidFields)
    if (!checked.ok && checked.isIncomplete) {
      const text = 'Please fill up all the fields!'
      showPopup({ kind: 'error', title: 'Error!', text, ms: POPUP_MS.productError })
    }
    if (!checked.ok) return
    const added = await save(checked.book, store, draft.restored.key)
    if (added === null) return
    draft.forget()
    rememberPlace(id, typed)
    leaveWithPopup(added)
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]"
      onSubmit={(event) => void submit(event)}
      onInput={({ currentTarget }) => setTexts(textsOf(new FormData(currentTarget)))}
    >
      <div className="grid max-w-measure content-start gap-8">
        {draft.isRestored && (
          <DraftNote action="Discard draft" onAct={discard} takesFocus={!isFirst}>
            {restoredWords(draft.restored.pictures.length)}
          </DraftNote>
        )}
        {discarded && !draft.isKept && (
          <DraftNote
            action="Undo"
            takesFocus
            onAct={() => {
              keepDraft(id, discarded)
              onNewSheet(null)
            }}
          >
            Draft discarded.
          </DraftNote>
        )}
        <ErrorSummary invalid={found} failure="" isSolved={isSolved} />
        <PicturesField
          store={store}
          pictures={pictures}
          refusals={refusals}
          problem={problems.find(({ field }) => field === 'book_img')?.message}
          disabled={isBusy}
        />
        <BookFields texts={draft.texts} problems={problems} />
        <div className="grid gap-4">
          <SavingStatus saving={saving} pictures={pictures} />
          <button type="submit" className="button w-full sm:w-auto sm:justify-self-start" aria-disabled={isBusy}>
            {isBusy && saving.step !== 'saved' && <span className="spinner" aria-hidden="true" />}
            {saving.step === 'saved' ? 'Added' : isBusy ? 'Adding…' : 'Add Product'}
          </button>
          <div className="flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
            <p>Saved as a draft in this browser. Photos are kept for a day.</p>
            {draft.isKept && !draft.isRestored && (
              <button type="button" className="button-quiet -mx-2.5" onClick={discard}>
                Discard draft
              </button>
            )}
          </div>
        </div>
      </div>
      <BookPreview texts={texts} cover={pictures[0]} />
    </form>
  )
}

/** Tells which of the form's own complaints are out of date by now; what the server said stands until it is asked again. */
function useSolved(invalid: readonly InvalidField[], texts: Texts, hasPicture: boolean): (field: string) => boolean {
  const { currency } = useSite()
  const now = useMemo(() => checkBook(texts, hasPicture ? 'chosen' : '', currency), [texts, hasPicture, currency])
  return (name) => {
    const wasWrong = invalid.some(({ field }) => field === name)
    return wasWrong && (now.ok || !now.invalidFields.some(({ field }) => field === name))
  }
}

/** Says that it worked and, after the popup's time, goes to the list with the new row marked. */
function useLeaveWithPopup() {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (added: string) => {
    showPopup({ kind: 'success', title: 'Success!', text: 'Your product has been added!', ms: POPUP_MS.productAdded })
    timer.current = setTimeout(
      () => void navigate('/dashboard/my-products', { state: { added } }),
      POPUP_MS.productAdded,
    )
  }
}
