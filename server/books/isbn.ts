import { asIsbn13, plainIsbn } from '#contract/books/isbn.ts'

/**
 * Parses an ISBN with dashes, brackets, a label or a spreadsheet's ="…" into thirteen digits; null where it is none, or
 * its check digit is wrong. Ignores the price that some barcodes append.
 */
export function readIsbn(text: string): string | null {
  // Spreadsheets drop leading zeros, and may write 9780439023481.0.
  const digits = plainIsbn(text.replace(/\.0+$/, '').replace(/^[^\p{L}\p{N}]+/u, '')).replace(/[^\dX]/g, '')
  const [withoutPrice = digits] = /^97[89]\d{10}(?=\d{5}$|\d{2}$)/.exec(digits) ?? []
  return asIsbn13(/^\d{7,8}[\dX]$/.test(withoutPrice) ? withoutPrice.padStart(10, '0') : withoutPrice)
}

/** The first ISBN of a cell with several, or with other words. */
export const findIsbn = (cell: string): string | null =>
  [cell, ...cell.split(/[,;|/]/), ...cell.split(/[,;|/\s]+/)].map(readIsbn).find((isbn) => isbn !== null) ?? null

/** Whether a spreadsheet has rounded a long number and lost its digits. */
export const isRoundedNumber = (text: string): boolean => /^\s*\d([.,]\d+)?e\+?\d+\s*$/i.test(text)
