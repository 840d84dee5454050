import { useState } from 'react'
import type { NewBook } from '#contract/books/books.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import type { PictureStore } from '#client/forms/pictures/picture-store.ts'

export type SavingStep = 'idle' | 'uploading' | 'saving' | 'saved'

/** Failed upload of a picture. */
export class UploadError extends Error {
  override name = 'UploadError'
}

interface SavingOptions {
  /** Pictures that the listing has already, known to the server. */
  shown?: readonly string[]
  /** Pictures are optional, for a listing that never had any. */
  mayHaveNone?: boolean
}

/**
 * Waits for uploads in progress, then sends the book and returns the result of `send`. Uploaded pictures are not sent
 * again. Throws UploadError, ProblemError and ConnectionError.
 */
export function useSaveBook<Result>(
  store: PictureStore,
  send: (book: NewBook) => Promise<Result>,
  { shown = [], mayHaveNone = false }: SavingOptions = {},
) {
  const [step, setStep] = useState<SavingStep>('idle')

  async function upload(): Promise<string[]> {
    setStep('uploading')
    store.retry()
    const { pictures, refusals } = await store.settled()
    const images = pictures.flatMap(({ url }) => url ?? [])
    if (images.length < pictures.length || (images.length === 0 && !mayHaveNone))
      throw new UploadError(pictures.find(({ problem }) => problem)?.problem ?? refusals.join('. '))
    return images
  }

  async function save(book: NewBook): Promise<Result> {
    try {
      const images = await upload()
      setStep('saving')
      const result = await send({ ...book, images })
      setStep('saved')
      return result
    } catch (error) {
      setStep('idle')
      const isOfPictures =
        error instanceof ProblemError &&
        error.code === 'invalid_input' &&
        error.invalidFields.some(({ field }) => field === 'book_img')
      if (isOfPictures) store.markLost(shown)
      throw error
    }
  }
  return { step, save }
}
