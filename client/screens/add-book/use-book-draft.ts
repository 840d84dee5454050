import { useState } from 'react'
import { IDEMPOTENCY_KEY, type newBookIn } from '#contract/books/books.ts'
import { newKey } from '#client/api/new-key.ts'
import { keepDraft, type Draft, type DraftPlace } from '#client/forms/drafts/kept-draft.ts'
import { useDraft, useDraftSavedToast } from '#client/forms/drafts/use-draft.ts'
import type { FieldsOf, Ruled, Texts } from '#client/forms/typed-fields.ts'
import { readKept, type KeptPicture } from '#client/forms/pictures/picture-store.ts'

type BookSchema = ReturnType<typeof newBookIn>
/** A field of a book's form, by its name on the wire. */
export type BookField = FieldsOf<BookSchema>

/** A listing that a new one begins like. */
export interface CopiedBook {
  id: string
  title: string
  texts: Texts
}

/**
 * The draft of a book, with its pictures that have arrived: the server keeps those for a day. It starts with where this
 * seller's last book was, and the number given with it; a copy of a listing, which has a draft of its own, with all of
 * that.
 */
export function useBookDraft(accountId: string, form: Ruled<BookSchema>, copied: CopiedBook | null) {
  const place: DraftPlace = { form: copied ? `add-product-like-${copied.id}` : 'add-product', accountId }
  const draft = useDraft(place, form, ['location', 'mobileNumber'], hasPictures)
  const [{ key, pictures }] = useState(() => moreOf(draft.restored.more))
  useDraftSavedToast(draft, 'Draft saved')
  return {
    ...draft,
    texts: { ...draft.texts, ...copied?.texts, ...draft.restored.texts },
    /** By this the server knows the book again when it is sent once more because no answer came. */
    key,
    pictures,
    keepAgain: (discarded: Draft) => keepDraft(place, discarded),
    keepPictures: (pictures: readonly KeptPicture[]) => draft.keepMore({ key, pictures }),
  }
}

const hasPictures = (more: Draft['more']) => moreOf(more).pictures.length > 0

/** What belongs to a kept draft besides its texts, as far as it makes sense. */
export function moreOf({ key, pictures }: Draft['more'], now = Date.now()) {
  return {
    key: typeof key === 'string' && IDEMPOTENCY_KEY.test(key) ? key : newKey(),
    pictures: readKept(pictures, now),
  }
}
