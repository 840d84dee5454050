import { useState } from 'react'
import type { Category } from '#contract/books/categories.ts'
import {
  addCategory,
  categoryFacts,
  categorySlug,
  editCategory,
  type CategoryFacts,
} from '#contract/books/category-calls.ts'
import { categoryTitle, countOf } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { CategoryPicture } from './category-picture.tsx'

const form = formOf(categoryFacts)

/** Form for a new or an existing category: name, description and picture. */
export function CategoryForm({
  category,
  onSaved,
  onCancel,
}: {
  category?: Category
  onSaved: (words: string) => Promise<void>
  onCancel: () => void
}) {
  const [imageUrl, setImageUrl] = useState(category?.imageUrl ?? '')
  const { field, ...state } = useForm(form, (facts) => save(category, facts), {
    initial: { name: category ? categoryTitle(category.slug) : '', description: category?.description ?? '' },
    more: { imageUrl },
    isLive: true,
    onDone: onSaved,
  })
  return (
    <>
      <Form form={state} submit={{ label: category ? 'Save' : 'Add the category', pending: 'Saving…' }}>
        <Field label="Name" {...field('name')} autoComplete="off" hint={shownAs(state.texts.name)} />
        <Field label="Description" {...field('description')} rows={3} />
        <CategoryPicture
          url={imageUrl}
          problem={state.invalid.find((one) => one.field === 'imageUrl')?.message}
          onChange={setImageUrl}
        />
      </Form>
      <button type="button" className="button-quiet -ms-2.5" onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}

/** Name as read back from its slug, which has letters and digits only. */
const readTitle = (name: string): string => categoryTitle(categorySlug(name))

/** Hint of the name field, with the name as shown where it differs. */
function shownAs(name = ''): string {
  const shown = readTitle(name)
  const isOther = shown !== '' && shown !== name.trim()
  return `What people read, and the address of the category’s page. Only letters and digits are kept${isOther ? `: “${shown}”` : ''}.`
}

/** Creates or updates the category; returns the success message. */
async function save(category: Category | undefined, body: CategoryFacts): Promise<string> {
  if (!category) {
    await call(addCategory, { body })
    return `${readTitle(body.name)} was added.`
  }
  const { left } = await call(editCategory, { params: { id: category.id }, body })
  return `${readTitle(body.name)} was saved. ${stillMoving(left)}`
}

export const stillMoving = (left: number): string =>
  left === 0 ? '' : `${countOf(left, 'book')} are still being moved. You can carry on.`
