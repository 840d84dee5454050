/* Finds email addresses and telephone numbers in texts. In messages they bring a hint, and may still be sent. */

const EMAIL = /[^\s@]+@[^\s@]+\.\p{L}{2,}/u
/** Digits with what people put between them. */
const DIGITS = /\+?\(?\d(?:[\s().\-/]{0,2}\d){6,17}/g
/** Dates, years from and to, thousands in groups, the longer American postal code. */
const NO_PHONE =
  /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|(?<![-\d])(?:1\d|20)\d\d ?[-–—/] ?(?:\d\d|(?:1\d|20)\d\d)(?![-\d])|\b\d{1,3}(?:[.,]\d{3})+\b(?![.,]?\d)|\b\d{5}-\d{4}\b/g
/** ISBNs are allowed: messages are about books, and no telephone number begins with 978 or 979. */
const ISBN = /^97[89]\d{10}$/

/** Whether a text seems to have an email address in it. */
export const namesEmail = (text: string): boolean => text.includes('@') && EMAIL.test(text)

/** Whether it seems to have a telephone number of so many digits: `plain` where nothing stands between them. */
export function namesPhone(text: string, { marked = 7, plain = 7 } = {}): boolean {
  const numbers = text.replaceAll(NO_PHONE, ' ').match(DIGITS) ?? []
  return numbers.some((number) => {
    const digits = number.replaceAll(/\D/g, '')
    return !ISBN.test(digits) && digits.length >= (digits === number ? plain : marked)
  })
}

/** Whether it seems to have either. */
export const namesContacts = (text: string): boolean => namesEmail(text) || namesPhone(text)
