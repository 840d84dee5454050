/** What a spreadsheet would take for a formula; also what would be taken for a guarded one once it is read again. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** Escapes text that a spreadsheet would run as a formula, with an apostrophe. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** What spreadsheets know UTF-8 by, at the beginning of a file. */
export const CSV_MARK = '\uFEFF'

/** An amount below zero is no formula. */
const AMOUNT = /^-\d+(?:[.,]\d+)?$/

/** A row as CSV (RFC 4180); no cell of it is taken for a formula. */
export const csvRow = (cells: readonly string[], separator = ','): string =>
  `${cells.map((text) => `"${(AMOUNT.test(text) ? text : guarded(text)).replaceAll('"', '""')}"`).join(separator)}\r\n`

/** Undoes the escape, and a spreadsheet's own: ="…". */
export const unguarded = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '')
    .trim()
