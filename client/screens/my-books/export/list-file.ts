import type { MyListing } from '#contract/books/my-book-calls.ts'
import { CSV_MARK, csvRow } from '#contract/books/spreadsheet-cells.ts'
import { savedColumns } from '#contract/books/lists/list-columns.ts'

/** CSV dialect of a locale: cell separator and decimal mark. */
interface FileForm {
  separator: ',' | ';'
  decimalMark: '.' | ','
}

/** CSV dialect by locale: with a decimal comma, spreadsheets separate cells by semicolons, and read 12.10 as a date. */
export function fileFormOf(locale: string | undefined): FileForm {
  const decimalMark = new Intl.NumberFormat(locale).format(1.5).includes(',') ? ',' : '.'
  return { decimalMark, separator: decimalMark === ',' ? ';' : ',' }
}

/** Encodes cells as CSV for spreadsheets. */
export const csvOf = (rows: readonly (readonly string[])[], separator: string): string =>
  CSV_MARK + rows.map((row) => csvRow(row, separator)).join('')

/** CSV file of the seller's books. */
export function listFile(
  books: readonly MyListing[],
  { separator, decimalMark }: FileForm = { separator: ',', decimalMark: '.' },
): string {
  const cellsOf = (book: MyListing) =>
    savedColumns.map(({ read, field }) => {
      const text = String(read(book) ?? '')
      return field === 'resalePrice' || field === 'originalPrice' ? text.replace('.', decimalMark) : text
    })
  return csvOf([savedColumns.map(({ heading }) => heading), ...books.map(cellsOf)], separator)
}
