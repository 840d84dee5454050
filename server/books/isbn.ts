import { asIsbn13 } from '#contract/books/isbn.ts'

/**
 * An ISBN as lists have it, with dashes, brackets or the ="…" of spreadsheets around it, as its thirteen digits; null
 * where it is none, or its check digit is wrong.
 */
export function readIsbn(text: string): string | null {
  // Spreadsheets count: they drop the zeros that a number begins with, and may write 9780439023481.0.
  const digits = text
    .replace(/\.0+$/, '')
    .replace(/[^\dX]/gi, '')
    .toUpperCase()
  return asIsbn13(/^\d{7,8}[\dX]$/.test(digits) ? digits.padStart(10, '0') : digits)
}

/** A long number that a spreadsheet has rounded: its digits are gone. */
export const isRoundedNumber = (text: string): boolean => /^\s*\d([.,]\d+)?e\+?\d+\s*$/i.test(text)
