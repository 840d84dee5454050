import type { InvalidField } from '#contract/problems.ts'
import type { Texts } from './typed-fields.ts'

/** Values of a form's text fields; without files and unanswered choices. */
export function textsIn(form: HTMLFormElement): Texts {
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Control by name; the first where there are several. */
export function controlOf(form: HTMLFormElement | null | undefined, name: string): HTMLElement | null {
  const found = form?.elements.namedItem(name) ?? null
  const control = found instanceof RadioNodeList ? found[0] : found
  return control instanceof HTMLElement ? control : null
}

/** Invalid field with its label. */
export interface LabelledError extends InvalidField {
  label: string
}

/** Adds labels to invalid fields; the name stands in where there is no such field. */
export const labelled = (form: HTMLFormElement, invalid: readonly InvalidField[]): LabelledError[] =>
  invalid.map((one) => ({ ...one, label: labelOf(controlOf(form, one.field)) ?? one.field }))

/**
 * Label of a control without its question mark. For radio buttons the group's legend: their own labels are the answers.
 */
function labelOf(control: HTMLElement | null) {
  const { type, labels } = (control ?? {}) as Partial<HTMLInputElement>
  const label = type === 'radio' ? control?.closest('fieldset')?.querySelector('legend') : labels?.[0]
  return label?.textContent.replace('?', '')
}
