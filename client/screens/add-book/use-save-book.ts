import { useState } from 'react'
import { addBookIn } from '#contract/book-calls.ts'
import type { NewBook } from '#contract/books.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import type { PictureStore } from './picture-store.ts'

export type SavingStep = 'idle' | 'uploading' | 'saving' | 'saved'

/** A picture did not arrive. */
export class UploadError extends Error {
  override name = 'UploadError'
}

/**
 * Waits for the pictures that are still on their way, then saves the book and answers its id. A picture that arrived is
 * not sent again, and a book whose answer was lost is not listed twice: it is known by its `key`. The book's prices are
 * in this currency. Throws UploadError, ProblemError and ConnectionError.
 */
export function useSaveBook(currency: string, store: PictureStore, key: string) {
  const [step, setStep] = useState<SavingStep>('idle')

  async function upload(): Promise<string[]> {
    setStep('uploading')
    store.retry()
    const { pictures, refusals } = await store.settled()
    const images = pictures.flatMap(({ url }) => url ?? [])
    if (images.length === 0 || images.length < pictures.length)
      throw new UploadError(pictures.find(({ problem }) => problem)?.problem ?? refusals.join('. '))
    return images
  }

  async function send(book: NewBook): Promise<string> {
    const body = { ...book, images: await upload() }
    setStep('saving')
    const { insertedId } = await call(addBookIn(currency), { query: { idempotency_key: key }, body })
    setStep('saved')
    return insertedId
  }

  async function save(book: NewBook): Promise<string> {
    try {
      return await send(book)
    } catch (error) {
      setStep('idle')
      const isOfPictures =
        error instanceof ProblemError && error.invalidFields.some(({ field }) => field === 'book_img')
      if (isOfPictures) store.distrust()
      throw error
    }
  }
  return { step, save }
}
