import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Category } from '#contract/books/categories.ts'
import { placeCategory, removeCategory } from '#contract/books/category-calls.ts'
import { categoryTitle, countOf } from '#contract/wording.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { CategoryForm } from './category-form.tsx'
import { MergeForm } from './merge-form.tsx'

/** Category with its actions. */
export function CategoryRow(props: {
  category: Category
  others: readonly Category[]
  isFirst: boolean
  isLast: boolean
  onChanged: (words: string) => Promise<void>
}) {
  const { category, others, isFirst, isLast, onChanged } = props
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null)
  const openers = useRef({ edit: null, merge: null } as Record<'edit' | 'merge', HTMLButtonElement | null>)
  const title = categoryTitle(category.slug)
  const params = { id: category.id }
  const act = useMutation({
    mutationFn: async (what: 'earlier' | 'later' | 'remove') => {
      if (what === 'remove') await call(removeCategory, { params })
      else await call(placeCategory, { params, body: { place: what } })
      return what === 'remove' ? `${title} was deleted.` : `${title} moved ${what === 'earlier' ? 'up' : 'down'}.`
    },
    onSuccess: onChanged,
  })
  const button = (what: 'earlier' | 'later' | 'remove', words: string, may = true) => (
    <button
      type="button"
      className="button-quiet aria-disabled:opacity-50"
      aria-disabled={!may || act.isPending}
      onClick={() => may && !act.isPending && act.mutate(what)}
    >
      {words}
      <span className="sr-only"> {title}</span>
    </button>
  )
  const opener = (what: 'edit' | 'merge', words: string) => (
    <button
      ref={(element) => {
        openers.current[what] = element
      }}
      type="button"
      className="button-quiet"
      aria-expanded={open === what}
      onClick={() => setOpen(what)}
    >
      {words}
      <span className="sr-only"> {title}</span>
    </button>
  )
  const close = () => {
    // Focus management: the form unmounts with its pressed button.
    if (open) openers.current[open]?.focus()
    setOpen(null)
  }
  const saved = async (words: string) => {
    close()
    await onChanged(words)
  }
  return (
    <li className="sheet p-5 sm:p-6">
      <div className="flex gap-4">
        {category.imageUrl && (
          <img src={category.imageUrl} alt="" width="96" height="64" className="h-16 w-24 shrink-0 object-cover" />
        )}
        <div className="min-w-0">
          <h2 className="text-xl wrap-anywhere">{title}</h2>
          <p className="text-sm text-ink-2">{countOf(category.unsoldCount, 'book')} for sale</p>
          <p className="mt-1 max-w-measure wrap-anywhere">{category.description}</p>
        </div>
      </div>
      <div className="-mx-2.5 mt-3 flex flex-wrap gap-y-1 sm:gap-x-4">
        {opener('edit', 'Edit')}
        {button('earlier', 'Move up', !isFirst)}
        {button('later', 'Move down', !isLast)}
        {others.length > 0 && opener('merge', 'Merge…')}
        {category.unsoldCount === 0 && button('remove', 'Delete')}
      </div>
      <FailureLine words={act.error?.message ?? ''} className="mt-2" />
      {open === 'edit' && (
        <div className="mt-4 border-t border-rule pt-4">
          <CategoryForm category={category} onSaved={saved} onCancel={close} />
        </div>
      )}
      {open === 'merge' && (
        <div className="mt-4 border-t border-rule pt-4">
          <MergeForm category={category} others={others} onSaved={saved} onCancel={close} />
        </div>
      )}
    </li>
  )
}
