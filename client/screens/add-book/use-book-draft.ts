import { useState } from 'react'
import { IDEMPOTENCY_KEY, type newBookIn } from '#contract/books/books.ts'
import { newKey } from '#client/api/new-key.ts'
import { saveDraft, type Draft, type DraftPlace } from '#client/forms/drafts/draft-storage.ts'
import { useDraft, useDraftSavedToast } from '#client/forms/drafts/use-draft.ts'
import type { FieldsOf, Ruled, Texts } from '#client/forms/typed-fields.ts'
import { readKept, type KeptPicture } from '#client/forms/pictures/picture-store.ts'

type BookSchema = ReturnType<typeof newBookIn>
/** Field of a book's form, by its wire name. */
export type BookField = FieldsOf<BookSchema>

/** Listing to copy. */
export interface CopiedBook {
  id: string
  title: string
  texts: Texts
}

/**
 * Draft of a new listing, with its uploaded pictures, which the server stores for a day. Defaults come from the
 * seller's last book: place and telephone. A copy has a draft of its own and takes all of the listing.
 */
export function useBookDraft(accountId: string, form: Ruled<BookSchema>, copied: CopiedBook | null) {
  const place: DraftPlace = { form: copied ? `add-product-like-${copied.id}` : 'add-product', accountId }
  const draft = useDraft(place, form, ['location', 'mobileNumber'], hasPictures)
  const [{ key, pictures }] = useState(() => moreOf(draft.restored.more))
  useDraftSavedToast(draft, 'Draft saved')
  return {
    ...draft,
    texts: { ...draft.texts, ...copied?.texts, ...draft.restored.texts },
    /** Idempotency key, for a retry after a lost answer. */
    key,
    pictures,
    restore: (discarded: Draft) => saveDraft(place, discarded),
    savePictures: (pictures: readonly KeptPicture[]) => draft.saveMore({ key, pictures }),
  }
}

const hasPictures = (more: Draft['more']) => moreOf(more).pictures.length > 0

/** Parses a draft's `more`; drops what is malformed. */
export function moreOf({ key, pictures }: Draft['more'], now = Date.now()) {
  return {
    key: typeof key === 'string' && IDEMPOTENCY_KEY.test(key) ? key : newKey(),
    pictures: readKept(pictures, now),
  }
}
