import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { POPUP_MS } from '#contract/constants.ts'
import type { InvalidField } from '#contract/problems.ts'
import { ErrorSummary } from '#client/parts/error-summary.tsx'
import { showPopup } from '#client/parts/notice-store.ts'
import { useAccount } from '#client/session/use-account.ts'
import { checkProduct } from './check-product.ts'
import { textsOf } from './draft.ts'
import { PictureField } from './picture-field.tsx'
import { CopyFields, TitleFields } from './product-fields.tsx'
import { SavingStatus } from './saving-status.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveProduct } from './use-save-product.ts'

/** The form of a new book. Its fields carry the contract's names, so that what the server says lands at the field. */
export function ProductForm({ onStartAfresh }: { onStartAfresh: () => void }) {
  const draft = useDraft(useAccount().id)
  const [file, setFile] = useState<File | null>(null)
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([])
  const { saving, save, reset } = useSaveProduct()
  const leaveWithPopup = useLeaveWithPopup()
  const isBusy = saving.step !== 'idle' && saving.step !== 'failed'
  const problems = saving.step === 'failed' ? saving.invalidFields : invalid
  const field = (name: string) => ({
    name,
    defaultValue: draft.restored[name] ?? '',
    problem: problems.find((problem) => problem.field === name)?.message,
  })

  function choosePicture(chosen: File) {
    setFile(chosen)
    setInvalid((others) => others.filter(({ field }) => field !== 'book_img'))
    reset()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const checked = checkProduct(textsOf(new FormData(event.currentTarget)), file?.name ?? '')
    reset()
    setInvalid(checked.ok ? [] : checked.invalidFields)
    if (!checked.ok && checked.isIncomplete) {
      showPopup({
        kind: 'error',
        title: 'Error!',
        text: 'Please fill up all the fields!',
        ms: POPUP_MS.productError,
      })
    }
    if (!checked.ok || !file) return
    const added = await save(checked.book, file)
    if (added === null) return
    draft.forget()
    leaveWithPopup(added)
  }

  return (
    <form
      noValidate
      className="grid max-w-measure gap-6"
      onSubmit={(event) => void submit(event)}
      onInput={({ currentTarget }) => draft.keep(currentTarget)}
    >
      {draft.isRestored && (
        <p className="border-s-3 border-edge bg-sunk px-4 py-3">
          Your draft is back. Please choose the picture again.{' '}
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              draft.forget()
              onStartAfresh()
            }}
          >
            Start afresh
          </button>
        </p>
      )}
      <ErrorSummary invalid={problems} failure="" />
      <TitleFields field={field} />
      <PictureField file={file} onChoose={choosePicture} problem={field('book_img').problem} disabled={isBusy} />
      <CopyFields field={field} />
      <SavingStatus saving={saving} />
      <button type="submit" className="button justify-self-start" aria-disabled={isBusy}>
        {isBusy && saving.step !== 'saved' && <span className="spinner" aria-hidden="true" />}
        {saving.step === 'saved' ? 'Added' : isBusy ? 'Adding…' : 'Add Product'}
      </button>
    </form>
  )
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
