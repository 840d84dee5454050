/** Message of the specification for missing fields. */
export const ALL_REQUIRED = 'All fields are required'

/** Popup text of an invalid form: missing fields come before invalid fields. */
export function popupWords(messages: readonly string[]): string {
  return messages.includes(ALL_REQUIRED) ? ALL_REQUIRED : (messages[0] ?? '')
}
