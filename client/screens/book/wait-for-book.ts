import { wantBook } from '#contract/wants/wants.ts'
import { call } from '#client/api/call.ts'

/** Requests an email when the book is back on sale. Throws ProblemError and ConnectionError. */
export async function waitForBook(id: string): Promise<void> {
  await call(wantBook, { params: { id } })
}
