import { wantBook } from '#contract/wants/wants.ts'
import { call } from '#client/api/call.ts'

/** Throws ProblemError where it is refused, and ConnectionError. */
export async function waitForBook(id: string): Promise<void> {
  await call(wantBook, { params: { id } })
}
