import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { sparseBookIn, type NewBook } from '#contract/books/books.ts'
import { FeeOfTypedPrice } from '#client/books/club-fee.tsx'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { textsIn } from '#client/forms/form-controls.ts'
import { useDraft } from '#client/forms/drafts/use-draft.ts'
import { FileButton } from '#client/forms/pictures/file-button.tsx'
import { pictureRefusal } from '#client/forms/pictures/picture-check.ts'
import { RadioField } from '#client/forms/radio-field.tsx'
import { fillIn } from '#client/forms/fill-in.ts'
import { formOf } from '#client/forms/form-of.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useSite } from '#client/ui/site.ts'
import { EditionFields } from '#client/screens/add-book/edition-fields.tsx'
import { CategoryField } from '#client/screens/add-book/book-fields.tsx'
import { IsbnFirst } from '#client/screens/add-book/isbn-first.tsx'
import { useEdition } from '#client/screens/add-book/use-edition.ts'
import { useLastLocation } from '#client/screens/add-book/use-last-location.ts'

/** Fields that default to the previous book's values. */
const SAME = ['category_name', 'yearOfPurchase', 'description', 'location', 'mobileNumber'] as const

/** Form state of one book: its texts and photo. */
export interface Sheet {
  typed: Texts
  photo: Blob | null
}

interface PileFormProps {
  accountId: string
  /** Takes the focus, because it replaces the form that had it. */
  takesFocus: boolean
  /** Initial state; null restores the draft, or defaults to the previous book. */
  start: Sheet | null
  /** Edits a refused book: the draft belongs to another book. */
  isChange: boolean
  /** Called on every change. */
  onTyped: (sheet: Sheet) => void
  submit: { label: string; pending: string }
  onAdd: (book: NewBook, typed: Texts, photo: Blob | null) => Promise<void>
  onDone: () => void
  children?: React.ReactNode
}

/** Form of one book in the pile. Its photo is the frame with the barcode, unless another is chosen. */
export function PileForm({ accountId, takesFocus, start, isChange, submit, children, ...hears }: PileFormProps) {
  const { currency } = useSite()
  const schema = formOf(sparseBookIn(currency))
  const draft = useDraft({ form: 'pile', accountId }, schema, SAME)
  const [photo, setPhoto] = useState<Shown | null>(() => (start?.photo ? shown(start.photo) : null))
  const [refusal, setRefusal] = useState('')
  const element = useRef<HTMLDivElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm(
    schema,
    async (book, sent) => {
      await hears.onAdd(book, textsIn(sent), photo?.blob ?? null)
    },
    {
      ...(isChange && start ? { initial: start.typed } : { draft }),
      isLive: true,
      more: { book_img: photo ? 'chosen' : '' },
      onDone: async () => hears.onDone(),
    },
  )
  const tell = useEffectEvent(hears.onTyped)
  useEffect(() => tell({ typed: form.texts, photo: photo?.blob ?? null }), [form.texts, photo])
  useEffect(() => {
    formElement.current = element.current?.closest('form') ?? null
    // The ISBN: a scanner types like a keyboard.
    if (takesFocus) element.current?.querySelector('input')?.focus()
  }, [takesFocus])
  useEffect(() => () => URL.revokeObjectURL(photo?.url ?? ''), [photo])
  useLastLocation(isChange || Object.keys(draft.defaults).length > 0, formElement, draft.startWith)
  const { lookUp, isFilled } = useEdition(formElement, form.texts)
  const condition = CONDITIONS.map((value) => ({ value, label: value }))
  return (
    <Form form={form} submit={submit} className="max-w-measure content-start">
      {children}
      <div ref={element} className="grid gap-5">
        <IsbnFirst
          field={form.field}
          typed={form.texts.isbn ?? ''}
          lookUp={lookUp}
          isFilled={isFilled}
          onScan={(isbn, seen) => {
            if (formElement.current) fillIn(formElement.current, { isbn })
            if (seen) setPhoto(shown(seen))
          }}
        />
        <Photo
          photo={photo}
          problem={refusal || form.field('book_img').problem}
          onFile={(file) => {
            const why = pictureRefusal(file)
            setRefusal(why ?? '')
            if (why === null) setPhoto(shown(file))
          }}
        />
        <Field label="Book Name" {...form.field('book_name')} autoComplete="off" />
        <Field label="Book Writer" {...form.field('book_writer')} autoComplete="off" />
        <RadioField label="Condition Type" options={condition} {...form.field('condition')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Original Price" {...form.field('originalPrice')} autoComplete="off" />
          <Field label="Resale Price" {...form.field('resalePrice')} autoComplete="off" />
        </div>
        <FeeOfTypedPrice text={form.texts.resalePrice} />
        <fieldset className="grid gap-5 border-t border-rule pt-3">
          <legend className="small-heading pe-3 text-ink-2">Same for the next book</legend>
          <CategoryField field={form.field} />
          <Field label="Year of purchase" {...form.field('yearOfPurchase')} autoComplete="off" />
          <Field label="Description" {...form.field('description')} hint="Optional." rows={2} />
          <Field label="Location" {...form.field('location')} autoComplete="address-level2" />
          <Field label="Mobile Number" {...form.field('mobileNumber')} autoComplete="tel" />
        </fieldset>
        <EditionFields field={form.field} isFilled={isFilled} />
      </div>
    </Form>
  )
}

/** Photo with its object URL. */
interface Shown {
  blob: Blob
  url: string
}
const shown = (blob: Blob): Shown => ({ blob, url: URL.createObjectURL(blob) })

function Photo(props: { photo: Shown | null; problem: string | undefined; onFile: (file: File) => void }) {
  const { photo, problem, onFile } = props
  const id = useId()
  return (
    <div className="grid justify-items-start gap-2">
      <label htmlFor={id} className="font-semibold">
        Product Image
      </label>
      <p className="text-sm text-ink-2">Optional. Without a photo we draw a cover.</p>
      {photo && <img src={photo.url} alt="This copy" className="max-h-40 border border-rule" />}
      <FileButton
        id={id}
        name="book_img"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-problem`}
        capture="environment"
        words={photo ? 'Take another photo' : 'Take a photo'}
        className="min-h-11"
        onFiles={([file]) => file && onFile(file)}
      />
      <p id={`${id}-problem`} className="font-semibold text-stamp empty:hidden">
        {problem}
      </p>
    </div>
  )
}
