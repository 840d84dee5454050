import { Link, useLocation } from 'react-router'
import { href } from '#contract/href.ts'
import { CASE_STATES, decidedWords, listCases, type ReportCase } from '#contract/reports/reports.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { ViewTabs } from '#client/lists/tables/view-tabs.tsx'
import { useFirstPage } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { caseTitle } from './case-title.ts'

const stateWords: Record<(typeof CASE_STATES)[number], string> = { open: 'Open', decided: 'Decided' }

/** Moderation queue: open or decided cases, by the address. */
export default function ReportedItems() {
  const { search } = useLocation()
  const state = CASE_STATES.find((one) => one === new URLSearchParams(search).get('state')) ?? 'open'
  const cases = usePagedCall(listCases, { query: { state } })
  return (
    <>
      <ViewTabs label="Which reports" name="state" words={stateWords} shown={state} />
      <PagedTable
        caption="Reported items"
        columns={columns}
        nameOf={caseTitle}
        pages={cases}
        nouns={['case', 'cases']}
        empty={state === 'open' ? <NothingYet /> : <EmptyState words="Nothing has been decided yet." />}
      />
    </>
  )
}

const columns: Column<ReportCase>[] = [
  {
    heading: 'What',
    part: 'title',
    cell: (found) => (
      <Link
        to={href('/dashboard/reported-items/:caseId', found.id)}
        className="link touchable inline-block font-semibold wrap-anywhere sm:py-1"
        dir="auto"
      >
        <RowTitle>{caseTitle(found)}</RowTitle>
      </Link>
    ),
  },
  {
    heading: 'About',
    part: 'facts',
    cell: ({ about }) => <bdi className="wrap-anywhere">{about.name ?? 'A closed account'}</bdi>,
  },
  { heading: 'Reports', part: 'rest', isFigure: true, cell: ({ reports }) => reports },
  { heading: 'Since', part: 'rest', cell: ({ openedAt }) => <TimeAgo date={openedAt} /> },
  {
    heading: 'Decision',
    part: 'several',
    cell: (found) => (
      <>
        <RowPart is="state">{found.decided ? decidedWords[found.decided.decision] : 'Open'}</RowPart>
        <RowPart is="action" inRowsAlone>
          <Link to={href('/dashboard/reported-items/:caseId', found.id)} className="button-outline">
            {found.decided ? 'See the case' : 'Decide'}
            <span className="sr-only">: {caseTitle(found)}</span>
          </Link>
        </RowPart>
      </>
    ),
  },
]

/** Empty state, before the first report ever and after. */
function NothingYet() {
  const decided = useFirstPage(listCases, { query: { state: 'decided', limit: 1 } })
  if (decided.isPending) return <Skeleton className="h-40" />
  if (decided.data && decided.data.items.length > 0) return <EmptyState words="No open reports." />
  return (
    <EmptyState words="Coming Soon...">
      <p className="max-w-measure text-ink-2">
        No reports yet. When a member reports a listing, a person or a message, it appears here for a decision.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link to={href('/dashboard/all-sellers')} className="button-outline">
          All sellers
        </Link>
        <Link to={href('/dashboard/all-buyers')} className="button-outline">
          All buyers
        </Link>
      </div>
    </EmptyState>
  )
}
