import * as z from 'zod/mini'
import type { Category } from '#contract/books/categories.ts'
import { mergeCategory } from '#contract/books/category-calls.ts'
import { categoryTitle } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { Form } from '#client/forms/form.tsx'
import { SelectField } from '#client/forms/select-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { stillMoving } from './category-form.tsx'

const form = formOf(z.object({ into: z.uuid('Please choose a category') }))

/** Form to merge a category into another, with its consequences: it can't be undone. */
export function MergeForm({
  category,
  others,
  onSaved,
  onCancel,
}: {
  category: Category
  others: readonly Category[]
  onSaved: (words: string) => Promise<void>
  onCancel: () => void
}) {
  const title = categoryTitle(category.slug)
  const { field, ...state } = useForm(
    form,
    async ({ into }) => {
      const { left } = await call(mergeCategory, { params: { id: category.id }, body: { into } })
      const other = others.find(({ id }) => id === into)
      return `${title} was merged into ${categoryTitle(other?.slug ?? '')}. ${stillMoving(left)}`
    },
    { onDone: onSaved },
  )
  return (
    <>
      <Form form={state} submit={{ label: 'Merge', pending: 'Merging…' }}>
        <p>
          All books of {title}, sold ones included, go to the category you choose. {title} is then removed and its
          address leads there. You can’t undo this.
        </p>
        <SelectField
          label="Merge into"
          none="Choose a category"
          {...field('into')}
          options={others.map(({ id, slug }) => ({ value: id, label: categoryTitle(slug) }))}
        />
      </Form>
      <button type="button" className="button-quiet -ms-2.5" onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}
