import { useRef, useState } from 'react'
import { addBookIn } from '#contract/book-calls.ts'
import type { NewBook } from '#contract/books.ts'
import type { InvalidField } from '#contract/problems.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { failureWords } from '#client/api/failure-words.ts'
import type { PictureStore } from './picture-store.ts'

export type Saving =
  | { step: 'idle' | 'uploading' | 'saving' | 'saved' }
  | { step: 'failed'; what: 'upload' | 'save'; why: string; invalidFields: readonly InvalidField[] }

/**
 * Waits for the pictures that are still on their way, then saves the book. `save` answers with the new book's id, or
 * null when it failed or is under way already. A picture that arrived is not sent again, and a book whose answer was
 * lost is not listed twice: it is known by its `key`. The book's prices are in this currency.
 */
export function useSaveBook(currency: string) {
  const [saving, setSaving] = useState<Saving>({ step: 'idle' })
  const isBusy = useRef(false)

  function fail(what: 'upload' | 'save', why: string, invalidFields: readonly InvalidField[] = []): null {
    isBusy.current = false
    setSaving({ step: 'failed', what, why, invalidFields })
    return null
  }

  async function save(book: NewBook, store: PictureStore, key: string): Promise<string | null> {
    if (isBusy.current) return null
    isBusy.current = true
    setSaving({ step: 'uploading' })
    store.retry()
    const { pictures, refusals } = await store.settled()
    const images = pictures.flatMap(({ url }) => url ?? [])
    if (images.length === 0 || images.length < pictures.length)
      return fail('upload', pictures.find(({ problem }) => problem)?.problem ?? refusals.join('. '))
    setSaving({ step: 'saving' })
    try {
      const { insertedId } = await call(addBookIn(currency), {
        query: { idempotency_key: key },
        body: { ...book, images },
      })
      // Stays busy: a book that is saved must not be saved again.
      setSaving({ step: 'saved' })
      return insertedId
    } catch (error) {
      const invalidFields = error instanceof ProblemError ? error.invalidFields : []
      if (invalidFields.some(({ field }) => field === 'book_img')) store.distrust()
      return fail('save', failureWords(error), invalidFields)
    }
  }

  return { saving, save, reset: () => setSaving({ step: 'idle' }) }
}
