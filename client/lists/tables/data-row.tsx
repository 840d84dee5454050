import { useState } from 'react'

/**
 * What a column is on a narrow page, where its row stands as a cover, a title and one button. `facts`: one quiet line
 * below the title. `rest`: shows when the row is opened. `several`: its cell is made of `RowPart`s.
 */
export type RowRole = 'cover' | 'title' | 'facts' | 'state' | 'price' | 'action' | 'note' | 'rest' | 'several'

interface DataRowProps extends React.ComponentProps<'tr'> {
  /** Name of the row for the button that opens the rest of it; null where there is no rest. */
  name: string | null
}

/** Row of a table. On narrow pages a chevron opens the rest of it. */
export function DataRow({ name, children, ...row }: DataRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <tr role="row" data-open={isOpen || undefined} {...row}>
      {/* First, so that by keyboard the rest comes after the button that opens it. */}
      {name !== null && (
        <td role="cell" className="row-more">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span className="sr-only">More about {name}</span>
            <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-2">
              <path d="M2 5l6 6 6-6" />
            </svg>
          </button>
        </td>
      )}
      {children}
    </tr>
  )
}

interface RowPartProps extends React.ComponentProps<'div'> {
  is: Exclude<RowRole, 'several'>
  /** Left out of the table's cell: other columns have it. */
  inRowsAlone?: boolean
}

/** Part of a cell with a place of its own in the row of a narrow page. */
export const RowPart = ({ is, inRowsAlone, className = '', ...part }: RowPartProps) => (
  <div data-part={is} className={inRowsAlone ? `in-rows-alone ${className}` : className} {...part} />
)

/** Text of a row's title; narrow pages cut it after two lines, inside the link, whose target isn't to be cut. */
export const RowTitle = ({ children }: { children: React.ReactNode }) => <span className="row-cut">{children}</span>
