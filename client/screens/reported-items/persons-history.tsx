import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listReportsOfPerson } from '#contract/reports/persons-reports.ts'
import { decidedWords } from '#contract/reports/reports.ts'
import { useFirstPage } from '#client/session/use-call.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

const MOST = 5

/** Other cases about the same person, newest first. */
export function PersonsHistory({ accountId, caseId }: { accountId: string; caseId: string }) {
  const { data, isError } = useFirstPage(
    listReportsOfPerson,
    { params: { id: accountId }, query: { side: 'about', limit: MOST + 1 } },
    { staleTime: 0 },
  )
  if (isError) return 'We couldn’t load them. The person’s page has them.'
  if (!data) return 'Loading…'
  const others = data.items.filter(({ id }) => id !== caseId).slice(0, MOST)
  if (others.length === 0) return 'None'
  return (
    <ul>
      {others.map(({ id, openedAt, decided }) => (
        <li key={id}>
          <Link to={href('/dashboard/reported-items/:caseId', id)} className="link touchable inline-block py-1">
            {decided ? decidedWords[decided.decision] : 'Open'}
          </Link>
          , reported <LocalTime date={openedAt} year />
        </li>
      ))}
    </ul>
  )
}
