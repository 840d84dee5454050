/** What the specification says where something is missing. */
export const ALL_REQUIRED = 'All fields are required'

/** The popup's words for a form that can't be sent: what is missing comes before what is wrong. */
export function popupWords(messages: readonly string[]): string {
  return messages.includes(ALL_REQUIRED) ? ALL_REQUIRED : (messages[0] ?? '')
}
