import { useEffect, useRef, useState } from 'react'
import { BINDINGS, LANGUAGES } from '#contract/books/editions.ts'
import { languageName } from '#contract/wording.ts'
import { Field } from '#client/forms/field.tsx'
import type { BookField } from './use-book-draft.ts'
import { SelectField } from '#client/forms/select-field.tsx'

const bindings = BINDINGS.map((value) => ({ value, label: value }))
const languages = LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label, 'en'),
)

/** Hint of a field: whether the ISBN lookup filled it, else the field's own. */
export const filledHint = (isFilled: ((name: string) => boolean) | undefined, name: string, otherwise?: string) =>
  isFilled?.(name) ? 'Filled in from the ISBN. Please check it.' : otherwise

/** Optional edition fields, collapsed; open with a draft or an error. */
export function EditionFields({
  field,
  isFilled,
}: {
  field: BookField
  /** Given where the ISBN has a field of its own above. */
  isFilled: ((name: string) => boolean) | undefined
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isbn, publisher, year] = [field('isbn'), field('publisher'), field('yearPublished')]
  const [language, binding] = [field('language'), field('binding')]
  const folded = [publisher, year, language, binding]
  const fields = isFilled ? folded : [isbn, ...folded]
  const isSome = isFilled !== undefined && folded.some(({ name }) => isFilled(name))
  const [isBegun] = useState(fields.some(({ defaultValue }) => defaultValue))
  const isWrong = fields.some(({ problem }) => problem)
  useEffect(() => {
    if ((isWrong || isSome) && details.current) details.current.open = true
  }, [isWrong, isSome])
  return (
    <details ref={details} open={isBegun}>
      <summary className="touchable py-2.5 text-link underline">More about this edition</summary>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        {!isFilled && <Field label="ISBN" hint="10 or 13 digits, next to the barcode" {...isbn} autoComplete="off" />}
        <Field
          label="Publisher"
          hint={filledHint(isFilled, 'publisher', 'Optional')}
          {...publisher}
          autoComplete="off"
        />
        <Field
          label="Year published"
          hint={filledHint(isFilled, 'yearPublished', 'Of this edition, such as 2008')}
          {...year}
          autoComplete="off"
        />
        <SelectField
          label="Language"
          none="Not stated"
          hint={filledHint(isFilled, 'language', 'Of this copy’s text')}
          options={languages}
          {...language}
        />
        <SelectField
          label="Binding"
          none="Not stated"
          hint={filledHint(isFilled, 'binding')}
          options={bindings}
          {...binding}
        />
      </div>
    </details>
  )
}
