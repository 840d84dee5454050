import type { InvalidField } from '#contract/problems.ts'
import type { Texts } from './typed-fields.ts'

/** What stands in the fields of a form now; a choice that nobody made is not in it, nor are files. */
export function textsIn(form: HTMLFormElement): Texts {
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The control of this name, the first where there are several. */
export function controlOf(form: HTMLFormElement | null | undefined, name: string): HTMLElement | null {
  const found = form?.elements.namedItem(name) ?? null
  const control = found instanceof RadioNodeList ? found[0] : found
  return control instanceof HTMLElement ? control : null
}

/** What is wrong with a field, and what that is called for people. */
export interface Complaint extends InvalidField {
  label: string
}

/** These with the fields' labels; with their names where there is no such field. */
export const labelled = (form: HTMLFormElement, invalid: readonly InvalidField[]): Complaint[] =>
  invalid.map((one) => ({ ...one, label: labelOf(controlOf(form, one.field)) ?? one.field }))

/** A radio button's own label is one of the answers; what is asked is its group's. A colon will follow. */
function labelOf(control: HTMLElement | null) {
  const { type, labels } = (control ?? {}) as Partial<HTMLInputElement>
  const label = type === 'radio' ? control?.closest('fieldset')?.querySelector('legend') : labels?.[0]
  return label?.textContent.replace('?', '')
}
