import { Link } from 'react-router'
import type { AuditEntry } from '#contract/accounts/audit-log.ts'
import { href } from '#contract/href.ts'
import { categoryTitle } from '#contract/wording.ts'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { PersonLink } from '#client/orders/person-link.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { auditWords, detailOf } from './audit-words.ts'

type AuditColumn = Column<AuditEntry>

const when: AuditColumn = { heading: 'When', part: 'facts', cell: ({ at }) => <LocalTime date={at} year /> }

const what: AuditColumn = {
  heading: 'What',
  part: 'several',
  cell: (entry) => (
    <>
      <RowPart is="title" className="font-semibold wrap-anywhere sm:min-w-36">
        <RowTitle>{auditWords[entry.kind]}</RowTitle>
      </RowPart>
      <RowPart is="rest" className="text-sm wrap-anywhere text-ink-2 empty:hidden">
        {detailOf(entry)}
      </RowPart>
    </>
  ),
}

const whom: AuditColumn = {
  heading: 'Person',
  part: 'state',
  cell: ({ account }) => account && <PersonLink person={account} />,
}

const about: AuditColumn = {
  heading: 'About',
  part: 'rest',
  cell: ({ book, orderId, category }) => {
    if (category !== undefined) return <bdi className="block wrap-anywhere">{categoryTitle(category)}</bdi>
    if (book) return <bdi className="block wrap-anywhere">{book.title ?? 'A removed listing'}</bdi>
    return (
      orderId && (
        <Link to={href('/dashboard/orders/:orderId', orderId)} className="link touchable inline-block py-1">
          Order
        </Link>
      )
    )
  },
}

const by: AuditColumn = {
  heading: 'By',
  part: 'rest',
  cell: ({ by: admin }) =>
    admin ? <bdi className="wrap-anywhere">{admin.name ?? 'A closed account'}</bdi> : 'The operator',
}

/** Name of an entry: 'Order refunded'. */
export const auditName = ({ kind }: AuditEntry) => auditWords[kind]

/** Columns of the audit log. */
export const auditColumns = [when, what, whom, about, by]
/** Same columns for a single person, whose name is in the heading. */
export const auditColumnsOfPerson = [when, what, about, by]
