import { POPUP_MS } from '#contract/notices.ts'
import type { InvalidField } from '#contract/problems.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { UploadError } from './use-save-book.ts'

/** Error text of a failed save; none where the failed upload has arrived since. */
export function failureIn({ error, failure }: { error: unknown; failure: string }, hasArrived: boolean): string {
  if (error instanceof UploadError) return hasArrived ? '' : `The picture could not be uploaded. ${failure}`
  return failure && `Your product could not be saved. ${failure}`
}

/** Shows the specification's popup when a field is missing. */
export function popUpWhenIncomplete(invalid: readonly InvalidField[], typed: Texts) {
  if (!invalid.some(({ field }) => !typed[field]?.trim())) return
  const text = 'Please fill up all the fields!'
  showPopup({ kind: 'error', title: 'Error!', text, ms: POPUP_MS.productError })
}
