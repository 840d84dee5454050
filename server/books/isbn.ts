/**
 * An ISBN as lists have it, with dashes, brackets or the ="…" of spreadsheets around it, as its thirteen digits; null
 * where it is none, or its check digit is wrong. Ten digits are the same book's older number (ISO 2108).
 */
export function readIsbn(text: string): string | null {
  const digits = text.replace(/[^\dX]/gi, '').toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit13(digits.slice(0, 12)) === digits[12] ? digits : null
  // Spreadsheets drop the zeros that a number begins with.
  const ten = /^\d{7,8}[\dX]$/.test(digits) ? digits.padStart(10, '0') : digits
  if (!/^\d{9}[\dX]$/.test(ten) || checkDigit10(ten.slice(0, 9)) !== ten[9]) return null
  const body = `978${ten.slice(0, 9)}`
  return body + checkDigit13(body)
}

/** A long number that a spreadsheet has rounded: its digits are gone. */
export const isRoundedNumber = (text: string): boolean => /^\s*\d([.,]\d+)?e\+?\d+\s*$/i.test(text)

function checkDigit13(twelve: string): string {
  const sum = Array.from(twelve).reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

function checkDigit10(nine: string): string {
  const sum = Array.from(nine).reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
  const rest = (11 - (sum % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}
