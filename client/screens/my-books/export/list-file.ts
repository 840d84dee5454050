import type { MyListing } from '#contract/books/my-book-calls.ts'
import { CSV_MARK, csvRow } from '#contract/books/spreadsheet-cells.ts'
import { savedColumns } from '#contract/books/lists/list-columns.ts'

/** How a spreadsheet of somebody's region expects a file: what stands between cells, and before the cents. */
interface FileForm {
  separator: ',' | ';'
  decimalMark: '.' | ','
}

/** Where a comma stands before the cents, spreadsheets separate cells by semicolons, and take 12.10 for a date. */
export function fileFormOf(locale: string | undefined): FileForm {
  const decimalMark = new Intl.NumberFormat(locale).format(1.5).includes(',') ? ',' : '.'
  return { decimalMark, separator: decimalMark === ',' ? ';' : ',' }
}

/** Cells as a file that spreadsheets open. */
export const csvOf = (rows: readonly (readonly string[])[], separator: string): string =>
  CSV_MARK + rows.map((row) => csvRow(row, separator)).join('')

/** A list of one's own books. */
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

/** Lets the browser save a text as a file. */
export function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
