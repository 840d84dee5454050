import { CSV_MARK, csvRow } from '#contract/books/spreadsheet-cells.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { listMyStatement, type StatementLine } from '#contract/orders/payouts.ts'
import { callPage } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { wordsOfLine } from './statement-columns.tsx'
import { saveFile } from '#client/ui/save-file.ts'

/** CSV download of all entries. */
export const DownloadStatement = () => (
  <div className="mt-6">
    <ActionButton
      repeats
      act={async () => saveFile('statement.csv', csvOf(await allLines()), 'text/csv')}
      label="Download as CSV"
      pending="Preparing…"
    />
  </div>
)

async function allLines(): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let cursor: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- a page says where the next one begins
    const { items, next } = await callPage(listMyStatement, { query: { cursor, limit: MOST_PER_PAGE } })
    lines.push(...items)
    cursor = next ?? undefined
  } while (cursor)
  return lines
}

function csvOf(lines: readonly StatementLine[]): string {
  const rows = lines.map((line) => {
    const { at, title, orderId, orderNumber } = line
    const { minor, currency } = line.amount
    const sign = minor < 0 ? '-' : ''
    return [
      at.toISOString(),
      wordsOfLine(line),
      title,
      orderId,
      orderNumber,
      sign + priceText({ minor: Math.abs(minor), currency }),
      currency,
    ]
  })
  return (
    CSV_MARK +
    [['Time', 'What', 'Book', 'Order', 'Order no.', 'Amount', 'Currency'], ...rows].map((row) => csvRow(row)).join('')
  )
}
