/** What is wrong with a number that has the form of an ISBN and is none. */
export const WRONG_CHECK_DIGIT = 'The last digit of this ISBN doesn’t fit the others. Please check all of them.'

/** What stands before the digits; a 10 or 13 that belongs to it has something after it that no number goes on with. */
const LABEL = /^\s*(?:urn:)?(?:e?ISBN|SBN|EAN)(?:[-\s]?1[03](?=[:\s#]))?[:\s#]*/i

/**
 * Ten or thirteen digits of an ISBN in the forms that covers and lists have: 'ISBN-13: 978-0-306-40615-7 (pbk.)' →
 * '9780306406157'. The nine digits of British books before 1970 lack the zero that they begin with today.
 */
export function plainIsbn(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(LABEL, '')
    .replace(/([\dX])\s*\([^()]*\)\s*$/i, '$1')
    .replace(/[\s.\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
  return /^\d{8}[\dX]$/.test(plain) && asIsbn13(`0${plain}`) !== null ? `0${plain}` : plain
}

/** Whether a text looks like one, whatever its check digit says. */
export const hasIsbnForm = (plain: string): boolean => /^(?:\d{9}[\dX]|97[89]\d{10})$/.test(plain)

/**
 * Its thirteen digits; null where it has another form or its check digit is wrong. Ten digits are the same book's older
 * number (ISO 2108).
 */
export function asIsbn13(plain: string): string | null {
  if (!hasIsbnForm(plain)) return null
  if (plain.length === 13) return checkDigit13(plain.slice(0, 12)) === plain[12] ? plain : null
  if (checkDigit10(plain.slice(0, 9)) !== plain[9]) return null
  const body = `978${plain.slice(0, 9)}`
  return body + checkDigit13(body)
}

function checkDigit13(twelve: string): string {
  const sum = Array.from(twelve).reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

function checkDigit10(nine: string): string {
  const sum = Array.from(nine).reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
  const rest = (11 - (sum % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}
