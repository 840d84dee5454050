/** What a spreadsheet would take for a formula; also what would be taken for a guarded one once it is read again. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** A text that a spreadsheet shows as it is: an apostrophe keeps it from counting. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that was guarded, or that a spreadsheet kept from counting in its own way: ="…". */
export const unguarded = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '')
    .trim()
