import { asIsbn13, plainIsbn } from '#contract/books/isbn.ts'

/**
 * An ISBN as lists have it, with dashes, brackets, a label or the ="…" of spreadsheets around it, as its thirteen digits;
 * null where it is none, or its check digit is wrong. The price that some barcodes have beside it is no part of it.
 */
export function readIsbn(text: string): string | null {
  // Spreadsheets count: they drop the zeros that a number begins with, and may write 9780439023481.0.
  const digits = plainIsbn(text.replace(/\.0+$/, '').replace(/^[^\p{L}\p{N}]+/u, '')).replace(/[^\dX]/g, '')
  const [withoutPrice = digits] = /^97[89]\d{10}(?=\d{5}$|\d{2}$)/.exec(digits) ?? []
  return asIsbn13(/^\d{7,8}[\dX]$/.test(withoutPrice) ? withoutPrice.padStart(10, '0') : withoutPrice)
}

/** The first ISBN of a cell that may have several, or words beside them. */
export const findIsbn = (cell: string): string | null =>
  [cell, ...cell.split(/[,;|/]/), ...cell.split(/[,;|/\s]+/)].map(readIsbn).find((isbn) => isbn !== null) ?? null

/** A long number that a spreadsheet has rounded: its digits are gone. */
export const isRoundedNumber = (text: string): boolean => /^\s*\d([.,]\d+)?e\+?\d+\s*$/i.test(text)
