/** One column: its heading, what stands in a row, and whether that is a figure. */
export interface Column<Row> {
  heading: string
  cell: (row: Row) => React.ReactNode
  isFigure?: boolean
}

interface LedgerProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Marks a row, such as the one just added. */
  isMarked?: (row: Row) => boolean
}

/**
 * A table with a caption. On narrow screens each row is a card with the same labels; the roles are repeated because
 * browsers drop a table's meaning together with its display.
 */
export function Ledger<Row>({ caption, columns, rows, keyOf, isMarked }: LedgerProps<Row>) {
  return (
    <table role="table" className="ledger">
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ heading, isFigure }) => (
            <th key={heading} role="columnheader" scope="col" className={isFigure ? 'figure' : ''}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" className={isMarked?.(row) ? 'bg-sunk' : ''}>
            {columns.map(({ heading, cell, isFigure }) => (
              <td key={heading} role="cell" data-label={heading} className={isFigure ? 'figure' : ''}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
