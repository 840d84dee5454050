import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listReportsOfPerson, type ReportSide } from '#contract/reports/persons-reports.ts'
import { decidedWords, type ReportCase } from '#contract/reports/reports.ts'
import { countOf } from '#contract/wording.ts'
import { useFirstPage } from '#client/session/use-call.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

const MOST = 10
const headings: Record<ReportSide, string> = { about: 'Reports about them', by: 'What they reported' }
const nothing: Record<ReportSide, string> = { about: 'No reports about them', by: 'No reports made' }

/** Latest cases about a person, or reported by them. */
export function PersonReports({ accountId, side }: { accountId: string; side: ReportSide }) {
  const cases = useFirstPage(
    listReportsOfPerson,
    { params: { id: accountId }, query: { side, limit: MOST } },
    { staleTime: 0 },
  )
  const { data } = cases
  return (
    <section aria-labelledby={`reports-${side}`}>
      <h2 id={`reports-${side}`} className="mb-3">
        {headings[side]}
      </h2>
      {cases.isPending && <Skeleton className="h-12" />}
      {!data && cases.isError && <Retry error={cases.error} onRetry={() => void cases.refetch()} />}
      {data?.items.length === 0 && <p className="text-ink-2">{nothing[side]}</p>}
      {data && data.items.length > 0 && (
        <ul className="grid border-t border-rule">
          {data.items.map((one) => (
            <Case key={one.id} found={one} side={side} />
          ))}
        </ul>
      )}
      {data?.next != null && <p className="mt-3 text-sm text-ink-2">These are the newest {MOST}.</p>}
    </section>
  )
}

function Case({ found, side }: { found: ReportCase; side: ReportSide }) {
  const { id, kind, title, about, reports, openedAt, decided } = found
  return (
    <li className="border-b border-rule py-2">
      <Link
        to={href('/dashboard/reported-items/:caseId', id)}
        dir="auto"
        className="link touchable inline-block py-1 font-semibold wrap-anywhere"
      >
        {kind === 'person'
          ? side === 'about'
            ? 'The person'
            : (about.name ?? 'A closed account')
          : named(kind, title)}
      </Link>
      <p className="text-sm text-ink-2">
        {countOf(reports, 'report')}, since <LocalTime date={openedAt} year />.{' '}
        {decided ? `${decidedWords[decided.decision]}.` : 'Open.'}
      </p>
    </li>
  )
}

const named = (kind: 'book' | 'message' | 'copy', title: string) =>
  kind === 'message' ? `A message about “${title}”` : title || 'A listing'
