import { useRef, useState } from 'react'
import { addBook } from '#contract/book-calls.ts'
import type { NewBook } from '#contract/books.ts'
import type { InvalidField } from '#contract/problems.ts'
import { call } from '#client/server-calls/call.ts'
import { ProblemError } from '#client/server-calls/problem-error.ts'
import { uploadImage } from '#client/server-calls/upload-image.ts'

export type Saving =
  | { step: 'idle' }
  /** `sent`: how much of the picture has left, from 0 to 1. */
  | { step: 'uploading'; sent: number }
  | { step: 'saving' }
  | { step: 'saved' }
  | { step: 'failed'; what: 'upload' | 'save'; why: string; invalidFields: readonly InvalidField[] }

/**
 * Uploads the picture, then saves the book. `save` answers with the new book's id, or null when it failed or is
 * under way already. A picture that arrived is not sent again.
 */
export function useSaveProduct() {
  const [saving, setSaving] = useState<Saving>({ step: 'idle' })
  const isBusy = useRef(false)
  const uploaded = useRef<{ file: File; url: string } | null>(null)

  async function upload(file: File): Promise<string> {
    if (uploaded.current?.file !== file) {
      setSaving({ step: 'uploading', sent: 0 })
      const url = await uploadImage(file, { onProgress: (sent) => setSaving({ step: 'uploading', sent }) })
      uploaded.current = { file, url }
    }
    return uploaded.current.url
  }

  async function save(book: NewBook, file: File): Promise<string | null> {
    if (isBusy.current) return null
    isBusy.current = true
    let what: 'upload' | 'save' = 'upload'
    try {
      const url = await upload(file)
      what = 'save'
      setSaving({ step: 'saving' })
      const { insertedId } = await call(addBook, { body: { ...book, images: [url] } })
      // Stays busy: a book that is saved must not be saved again.
      setSaving({ step: 'saved' })
      return insertedId
    } catch (error) {
      isBusy.current = false
      const invalidFields = what === 'upload' ? blamePicture(error) : fieldsOf(error)
      if (invalidFields.some(({ field }) => field === 'book_img')) uploaded.current = null
      setSaving({ step: 'failed', what, why: wordsOf(error), invalidFields })
      return null
    }
  }

  return { saving, save, reset: () => setSaving({ step: 'idle' }) }
}

const fieldsOf = (error: unknown) => (error instanceof ProblemError ? error.invalidFields : [])

/** The upload knows nothing of this form; where the picture itself is at fault, that is said at its field. */
function blamePicture(error: unknown): InvalidField[] {
  const isItsFault = error instanceof ProblemError && [413, 415, 422].includes(error.status)
  return isItsFault ? [{ field: 'book_img', message: error.message }] : []
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'Please try again.')
