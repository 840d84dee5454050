import { controlOf } from './form-controls.ts'
import type { Texts } from './typed-fields.ts'

/** Fills in fields and fires input events, as typing does. */
export function fillIn(form: HTMLFormElement, texts: Texts): void {
  for (const [name, text] of Object.entries(texts)) {
    const control = controlOf(form, name)
    const isFilled = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    if (isFilled && text !== undefined) control.value = text
  }
  form.dispatchEvent(new Event('input', { bubbles: true }))
}
