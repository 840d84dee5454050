import { useState } from 'react'
import * as z from 'zod/mini'
import { GIVEN_FACTS, type GivenFact } from '#contract/books/brought-lists.ts'
import { listCategories } from '#contract/books/categories.ts'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { categoryTitle } from '#contract/wording.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { SelectField } from '#client/forms/select-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import type { FieldsOf, Ruled } from '#client/forms/typed-fields.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useCall } from '#client/session/use-call.ts'
import { useSite } from '#client/ui/site.ts'
import { atFields } from './at-fields.ts'
import { columnWords } from './column-words.ts'
import type { ShownList } from './use-brought-list.ts'

type GivenSchema = z.ZodMiniObject<Record<GivenFact, z.ZodMiniType<string, string>>>
type GivenField = FieldsOf<GivenSchema>

/** Defaults for all books: required where file and seller give none, else collapsed. */
export function ForAllBooks({ list, change }: ShownList) {
  const missing: readonly GivenFact[] = list.look?.missing ?? []
  const [schema] = useState(() => givenForm(missing))
  const form = useForm(
    schema,
    (typed) => {
      const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
      return atFields('given.', () => change({ given }))
    },
    { initial: list.given },
  )
  const others = GIVEN_FACTS.filter((fact) => !missing.includes(fact))
  const submit = { label: 'Save for all books', pending: 'Saving…' }
  const fields = (facts: readonly GivenFact[]) => (
    <div className="grid gap-5 sm:grid-cols-2">
      {facts.map((fact) => (
        <GivenFactField key={fact} fact={fact} field={form.field} />
      ))}
    </div>
  )
  if (missing.length === 0)
    return (
      <details open={list.problem !== null}>
        <summary className="touchable py-2.5 text-link underline">Details for all books</summary>
        <p className="mt-2 mb-3 max-w-measure text-sm text-ink-2">
          Used only where a row is empty. What a row says comes first.
        </p>
        <Form form={form} submit={submit} done="Saved." className="max-w-measure">
          {fields(others)}
        </Form>
      </details>
    )
  return (
    <div className="sheet max-w-measure p-5 sm:p-6">
      <h3>Details for all books</h3>
      <p className="mt-1 mb-4">
        Your file has no column for {missing.length === 1 ? 'this' : 'these'}. Fill in what’s right for most of your
        books, and you’ll see what would be listed. You can still change each book afterwards.
      </p>
      <Form form={form} submit={submit}>
        {fields(missing)}
        <details>
          <summary className="touchable py-2.5 text-link underline">More details for all books</summary>
          <div className="mt-3">{fields(others)}</div>
        </details>
      </Form>
    </div>
  )
}

/** Form schema with the missing facts required. */
function givenForm(missing: readonly GivenFact[]): Ruled<GivenSchema> {
  const shape = GIVEN_FACTS.map((fact) => {
    const least = missing.includes(fact)
      ? [z.minLength(1, `Please fill in the ${columnWords[fact].toLowerCase()}`)]
      : []
    return [fact, z._default(z.string().check(z.trim(), ...least), '')]
  })
  return formOf(z.object(Object.fromEntries(shape) as GivenSchema['shape']))
}

function GivenFactField({ fact, field }: { fact: GivenFact; field: GivenField }) {
  const { currency } = useSite()
  const label = columnWords[fact]
  if (fact === 'category') return <CategoryChoice field={field} />
  if (fact === 'condition')
    return (
      <SelectField
        label={label}
        none="Not stated"
        options={CONDITIONS.map((value) => ({ value, label: value }))}
        {...field(fact)}
      />
    )
  const hints: { [Fact in GivenFact]?: string } = {
    price: `What the buyer pays, in ${currency}`,
    originalPrice: `What a book cost new, in ${currency}`,
    yearOfPurchase: 'When you bought them, such as 2019',
    location: 'Town or neighbourhood. Everyone can see it.',
    phone: 'Shared only with a book’s buyer.',
  }
  const autoComplete = fact === 'phone' ? 'tel' : fact === 'location' ? 'address-level2' : 'off'
  return (
    <Field
      label={label}
      hint={hints[fact]}
      {...field(fact)}
      autoComplete={autoComplete}
      {...(fact === 'description' && { rows: 3 })}
    />
  )
}

function CategoryChoice({ field }: { field: GivenField }) {
  const { data = [] } = useCall(listCategories, {})
  return (
    <SelectField
      // Remount once the options are loaded: a default needs its option.
      key={data.length}
      label={columnWords.category}
      none="Not stated"
      options={data.map(({ slug }) => ({ value: slug, label: categoryTitle(slug) }))}
      {...field('category')}
    />
  )
}
