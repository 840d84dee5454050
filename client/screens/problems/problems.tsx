import { Link, useSearchParams } from 'react-router'
import { href } from '#contract/href.ts'
import {
  listProblems,
  problemSorts,
  problemStates,
  type ListedProblem,
  type ProblemSort,
  type ProblemState,
} from '#contract/orders/problem-decisions.ts'
import { problemKinds } from '#contract/orders/problems.ts'
import { Cover } from '#client/books/cover.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { useListOrder } from '#client/lists/tables/list-order.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { ViewTabs } from '#client/lists/tables/view-tabs.tsx'
import { OrderNumber } from '#client/orders/order-number.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

const sortWords: Record<ProblemSort, string> = { oldest: 'Oldest first', newest: 'Newest first' }
const stateWords: Record<ProblemState, string> = { open: 'Open', ended: 'Ended' }
const outcomeWords: Record<NonNullable<ListedProblem['outcome']>, string> = {
  settled: 'Closed',
  refunded: 'Order refunded',
  cancelled: 'Order cancelled',
  nothing: 'Decided: no money back',
  part: 'Decided: part of it back',
  all: 'Decided: all of it back',
}

/** Admin's list of order problems, filtered by the address. */
export default function Problems() {
  const [search] = useSearchParams()
  const state = problemStates.find((one) => one === search.get('state')) ?? problemStates[0]
  const order = useListOrder(problemSorts, sortWords)
  const { sort } = order
  const problems = usePagedCall(listProblems, { query: { sort, state } })
  return (
    <>
      <ViewTabs label="Which problems" name="state" words={stateWords} shown={state} />
      <PagedTable
        caption={`Problems: ${stateWords[state].toLowerCase()}`}
        columns={columns[state]}
        key={state}
        nameOf={({ title }) => title}
        pages={problems}
        nouns={['problem', 'problems']}
        order={order}
        empty={<NoProblems state={state} />}
      />
    </>
  )
}

function NoProblems({ state }: { state: ProblemState }) {
  return (
    <EmptyState
      words={state === 'open' ? 'No open problems. Nobody is waiting for you.' : 'No problem has been closed yet.'}
    >
      {state === 'open' && (
        <Link to="?state=ended" className="button-outline">
          See ended problems
        </Link>
      )}
    </EmptyState>
  )
}

type ProblemColumn = Column<ListedProblem, ProblemSort>

const shared: ProblemColumn[] = [
  {
    heading: 'Problem',
    part: 'several',
    hasRest: true,
    cell: ({ kind, title, book, orderId, orderNumber, outcome }) => (
      <>
        <RowPart is="cover" inRowsAlone>
          <Cover book={book} sizes="3.5rem" />
        </RowPart>
        <RowPart is="title" className="wrap-anywhere sm:min-w-40">
          <Link
            to={href('/dashboard/orders/:orderId', orderId)}
            className="link touchable inline-block font-semibold sm:py-1"
          >
            <RowTitle>{problemKinds[kind]}</RowTitle>
          </Link>
        </RowPart>
        <RowPart is="facts" className="text-sm wrap-anywhere text-ink-2">
          <bdi>{title}</bdi>
        </RowPart>
        <RowPart is="rest">
          <OrderNumber number={orderNumber} />
        </RowPart>
        <RowPart is="action" inRowsAlone>
          <Link to={href('/dashboard/orders/:orderId', orderId)} className="button-outline">
            {outcome ? 'See the order' : 'Decide'}
            <span className="sr-only">: {title}</span>
          </Link>
        </RowPart>
      </>
    ),
  },
]

const who = (part: 'state' | 'rest'): ProblemColumn => ({
  heading: 'Who',
  part,
  cell: ({ buyerName, sellerName, openedBy }) => (
    <span className="grid wrap-anywhere">
      <Person name={buyerName} as="buyer" openedBy={openedBy} />
      <Person name={sellerName} as="seller" openedBy={openedBy} />
    </span>
  ),
})

function Person({ name, as, openedBy }: { name: string; as: 'buyer' | 'seller'; openedBy: 'buyer' | 'seller' }) {
  return (
    <span>
      <bdi>{name}</bdi>
      <span className="text-sm text-ink-2">
        , {as}
        {as === openedBy && ', reported it'}
      </span>
    </span>
  )
}

const columns: Record<ProblemState, ProblemColumn[]> = {
  open: [
    ...shared,
    who('state'),
    { heading: 'Entries', part: 'rest', isFigure: true, cell: ({ revision }) => revision },
    {
      heading: 'Opened',
      part: 'rest',
      sorts: { up: 'oldest', down: 'newest', first: 'oldest' },
      cell: ({ openedAt }) => <TimeAgo date={openedAt} />,
    },
  ],
  ended: [
    ...shared,
    who('rest'),
    { heading: 'Outcome', part: 'state', cell: ({ outcome }) => outcome && outcomeWords[outcome] },
    {
      heading: 'Ended',
      part: 'rest',
      sorts: { up: 'oldest', down: 'newest', first: 'newest' },
      cell: ({ endedAt }) => endedAt && <TimeAgo date={endedAt} />,
    },
  ],
}
