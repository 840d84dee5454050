import { useState } from 'react'
import { listCategories, type Category } from '#contract/books/categories.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { CategoryForm } from './category-form.tsx'
import { CategoryRow } from './category-row.tsx'

/** Admin screen of the categories: create, edit, merge and delete. */
export default function EditCategories() {
  const [said, setSaid] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const categories = useCall(listCategories, {})
  const list = categories.data ?? []

  async function onChanged(words: string) {
    setSaid(words)
  }

  return (
    <>
      <p className="mb-6 max-w-measure text-ink-2">
        Where sellers put their books and buyers look for them, in the order of this list. No book is ever lost: a
        category that has books can be renamed or merged, and its old address leads to the new one.
      </p>
      <p role="status" className="mb-4 text-ok empty:mb-0">
        {said}
      </p>
      {categories.isPending && <p className="text-ink-2">Loading categories…</p>}
      {categories.isError && <Retry error={categories.error} onRetry={() => void categories.refetch()} />}
      <ol className="grid max-w-3xl grid-cols-1 gap-4">
        {list.map((category: Category, place) => (
          <CategoryRow
            key={category.id}
            category={category}
            others={list.filter(({ id }) => id !== category.id)}
            isFirst={place === 0}
            isLast={place === list.length - 1}
            onChanged={onChanged}
          />
        ))}
      </ol>
      {/* Not before the list, which would push it down. */}
      <section aria-labelledby="new-category" hidden={categories.isPending} className="mt-8 max-w-3xl">
        {isAdding ? (
          <div className="sheet p-5 sm:p-6">
            <h2 id="new-category" className="mb-4 text-xl">
              New category
            </h2>
            <CategoryForm
              onCancel={() => setIsAdding(false)}
              onSaved={async (words) => {
                setIsAdding(false)
                await onChanged(words)
              }}
            />
          </div>
        ) : (
          <button type="button" id="new-category" className="button" onClick={() => setIsAdding(true)}>
            Add a category
          </button>
        )}
      </section>
    </>
  )
}
