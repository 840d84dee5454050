import { useEffect, useRef, useState } from 'react'
import { BINDINGS, LANGUAGES } from '#contract/books/editions.ts'
import { languageName } from '#contract/wording.ts'
import { Field } from '#client/forms/field.tsx'
import type { BookField } from './use-book-draft.ts'
import { SelectField } from '#client/forms/select/select-field.tsx'

const bindings = BINDINGS.map((value) => ({ value, label: value }))
const languages = LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label, 'en'),
)

/** What is known of the edition, folded away because nobody has to say it; open where a draft says it or it is wrong. */
export function EditionFields({ field }: { field: BookField }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isbn, publisher, year] = [field('isbn'), field('publisher'), field('yearPublished')]
  const [language, binding] = [field('language'), field('binding')]
  const fields = [isbn, publisher, year, language, binding]
  const [isBegun] = useState(fields.some(({ defaultValue }) => defaultValue))
  const isWrong = fields.some(({ problem }) => problem)
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true
  }, [isWrong])
  return (
    <details ref={details} open={isBegun}>
      <summary className="touchable py-2.5 text-link underline">More about this edition</summary>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        <Field label="ISBN" hint="10 or 13 digits, by the barcode" {...isbn} autoComplete="off" />
        <Field label="Publisher" hint="Optional, like all of these" {...publisher} autoComplete="off" />
        <Field label="Year published" hint="Of this edition, such as 2008" {...year} autoComplete="off" />
        <SelectField label="Language" none="Not stated" hint="Of this copy’s text" options={languages} {...language} />
        <SelectField label="Binding" none="Not stated" options={bindings} {...binding} />
      </div>
    </details>
  )
}
