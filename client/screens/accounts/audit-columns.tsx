import { Link } from 'react-router'
import type { AuditEntry } from '#contract/accounts/audit-log.ts'
import { href } from '#contract/href.ts'
import { categoryTitle } from '#contract/wording.ts'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { PersonLink } from '#client/orders/person-link.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { auditWords, detailOf } from './audit-words.ts'

type AuditColumn = Column<AuditEntry>

const when: AuditColumn = { heading: 'When', cell: ({ at }) => <LocalTime date={at} year /> }

const what: AuditColumn = {
  heading: 'What',
  cell: (entry) => (
    <span className="grid wrap-anywhere sm:min-w-36">
      <span className="font-semibold">{auditWords[entry.kind]}</span>
      <span className="text-sm text-ink-2 empty:hidden">{detailOf(entry)}</span>
    </span>
  ),
}

const whom: AuditColumn = {
  heading: 'To whom',
  cell: ({ account }) => account && <PersonLink person={account} />,
}

const about: AuditColumn = {
  heading: 'About',
  cell: ({ book, orderId, category }) => {
    if (category !== undefined) return <bdi className="block wrap-anywhere">{categoryTitle(category)}</bdi>
    if (book) return <bdi className="block wrap-anywhere">{book.title ?? 'A listing that is gone'}</bdi>
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
  cell: ({ by: admin }) =>
    admin ? <bdi className="wrap-anywhere">{admin.name ?? 'A closed account'}</bdi> : 'The operator',
}

/** Columns of the audit log. */
export const auditColumns = [when, what, whom, about, by]
/** Same columns for a single person, whose name is in the heading. */
export const auditColumnsOfPerson = [when, what, about, by]
