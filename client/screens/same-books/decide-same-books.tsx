import { decideSameBooks, sameBookAnswers } from '#contract/search/same-books.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { RadioField } from '#client/forms/radio-field.tsx'
import { useForm } from '#client/forms/use-form.ts'

const sameBooksForm = formOf(decideSameBooks.body)
const options = Object.entries(sameBookAnswers).map(([value, label]) => ({ value, label }))

/** Form that joins or parts two listings. */
export function DecideSameBooks({ search }: { search: URLSearchParams }) {
  const form = useForm(sameBooksForm, async (body) => void (await call(decideSameBooks, { body })), {
    initial: {
      listing: search.get('listing') ?? '',
      other: search.get('other') ?? '',
      answer: search.get('answer') ?? 'same',
    },
  })
  return (
    <Form form={form} submit={{ label: 'Save', pending: 'Saving…' }} done="Saved. Their pages follow in a moment.">
      <Field
        label="Listing"
        {...form.field('listing')}
        autoComplete="off"
        hint="Its link, or the ad number on its page."
      />
      <Field label="Other listing" {...form.field('other')} autoComplete="off" />
      <RadioField label="What are they?" {...form.field('answer')} options={options} cannotClear />
    </Form>
  )
}
