/* What looks like a way to reach somebody outside of the club. A hint and no lock: whoever means it may write it. */

const EMAIL = /[^\s@]+@[^\s@]+\.\p{L}{2,}/u
/** Digits with what people put between them. */
const DIGITS = /\+?\(?\d(?:[\s().\-/]{0,2}\d){6,17}/g
const DATE = /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g
/** A book's number is talked about here, and nobody's telephone begins with it. */
const ISBN = /^97[89]\d{10}$/

/** Whether a text seems to have an email address or a telephone number in it. */
export function namesContacts(text: string): boolean {
  if (EMAIL.test(text)) return true
  const numbers = text.replaceAll(DATE, ' ').match(DIGITS) ?? []
  return numbers.some((number) => !ISBN.test(number.replaceAll(/\D/g, '')))
}
