import { Link } from 'react-router'
import type { ListedAccount } from '#contract/accounts/accounts.ts'
import type { Person } from '#contract/accounts/people.ts'
import { href } from '#contract/href.ts'
import type { AccountSort } from '#contract/sorts.ts'
import { VerifiedBadge } from '#client/ui/facts/badge.tsx'
import { BreakableEmail } from '#client/ui/facts/breakable-email.tsx'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { roleName } from '#client/session/role-words.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

type AccountColumn = Column<ListedAccount, AccountSort>

const roleWords = { ...roleName, user: 'User, no role chosen yet' }

const person: AccountColumn[] = [
  {
    heading: 'Name',
    part: 'title',
    sorts: { up: 'name', down: '-name' },
    cell: (account) => (
      <span className="block font-semibold wrap-anywhere sm:min-w-28">
        <Link to={href('/dashboard/people/:accountId', account.id)} className="link touchable inline-block sm:py-1">
          <RowTitle>
            <bdi>{account.name}</bdi>
          </RowTitle>
        </Link>
      </span>
    ),
  },
  {
    heading: 'Email',
    part: 'facts',
    sorts: { up: 'email', down: '-email' },
    cell: ({ email }) => (
      <span className="block wrap-anywhere sm:min-w-30">
        <BreakableEmail text={email} />
      </span>
    ),
  },
  {
    heading: 'Status',
    part: 'state',
    sorts: { up: 'state', down: '-state' },
    cell: ({ role, emailVerified }) => (
      <span className="grid">
        {roleWords[role]}
        <VerifiedBadge verified={emailVerified} />
      </span>
    ),
  },
  {
    heading: 'Joined',
    part: 'rest',
    sorts: { up: 'oldest', down: 'newest', first: 'newest' },
    cell: ({ joinedAt }) => (
      <span className="lg:whitespace-nowrap">
        <TimeAgo date={joinedAt} />
      </span>
    ),
  },
]

const figure = (heading: string, of: keyof ListedAccount['stats']): AccountColumn => ({
  heading,
  part: 'rest',
  isFigure: true,
  cell: ({ stats }) => stats[of],
})

/** Same columns for any person, with suspension in the status. */
export const peopleColumns: Column<Person, AccountSort>[] = person.map((column) =>
  column.heading === 'Status' ? { ...column, part: 'several', cell: statusOfPerson } : column,
)

function statusOfPerson({ id, name, role, emailVerified, suspension }: Person) {
  return (
    <>
      <RowPart is="state" className="grid">
        {roleWords[role]}
        <VerifiedBadge verified={emailVerified} />
        {suspension && (
          <strong className="text-sm text-warn">
            Suspended until {suspension.until ? <LocalTime date={suspension.until} /> : 'restored'}
          </strong>
        )}
      </RowPart>
      <RowPart is="action" inRowsAlone>
        <Link to={href('/dashboard/people/:accountId', id)} className="button-outline">
          Open<span className="sr-only"> {name}</span>
        </Link>
      </RowPart>
    </>
  )
}

/** Account columns of each admin list. */
export const accountColumns: Record<'sellers' | 'buyers', AccountColumn[]> = {
  sellers: [...person, figure('For sale', 'listings'), figure('Sold', 'sales')],
  buyers: [...person, figure('Unpaid', 'openOrders'), figure('Bought', 'purchases')],
}
