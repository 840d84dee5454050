import { useRef, useState } from 'react'
import type { MyBook } from '#contract/books/my-book-calls.ts'
import { lockedFields } from '#contract/books/books.policy.ts'
import { findDraft, forgetDraft, isFilledIn, keepDraft, type DraftPlace } from '#client/forms/drafts/kept-draft.ts'
import type { Texts } from '#client/forms/typed-fields.ts'

/**
 * What was typed into an edit and not saved, kept for this listing: it comes back with the revision that it was typed
 * against. Photos are not kept.
 */
export function useEditDraft(accountId: string, book: MyBook, saved: Texts) {
  const place: DraftPlace = { form: `edit-product-${book.id}`, accountId }
  const [found] = useState(() => findDraft(place, Object.keys(saved)))
  const isRestored = isFilledIn(found.texts, saved)
  const locked = Object.fromEntries(lockedFields(book).map((field) => [field, saved[field]]))
  const kept = found.more.revision
  const revision = useRef(isRestored && typeof kept === 'number' ? kept : book.revision)
  return {
    isRestored,
    /** Which one of the listing's revisions what is typed shall replace. */
    revision: () => revision.current,
    replaceInstead(fresh: number) {
      revision.current = fresh
    },
    texts: isRestored ? { ...saved, ...found.texts, ...locked } : saved,
    keep: (texts: Texts) => keepDraft(place, { texts, more: { revision: revision.current } }),
    end: () => forgetDraft(place),
  }
}
