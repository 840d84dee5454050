import { Link } from 'react-router'
import { listAuditLog } from '#contract/accounts/audit-log.ts'
import { href } from '#contract/href.ts'
import { DataTable } from '#client/lists/tables/data-table.tsx'
import { useFirstPage } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { auditColumnsOfPerson, auditName } from './audit-columns.tsx'

const SHOWN_DECISIONS = 10

/** Latest audit entries about the person, with a link to the rest. */
export function Decisions({ accountId }: { accountId: string }) {
  const decisions = useFirstPage(
    listAuditLog,
    { query: { account: accountId, limit: SHOWN_DECISIONS } },
    { staleTime: 0 },
  )
  const { data } = decisions
  return (
    <section aria-labelledby="person-decisions">
      <h2 id="person-decisions" className="mb-3">
        Decisions
      </h2>
      {!data && decisions.isError && <Retry error={decisions.error} onRetry={() => void decisions.refetch()} />}
      {data?.items.length === 0 && <p className="text-ink-2">No decisions</p>}
      {data && data.items.length > 0 && (
        <DataTable
          caption="Decisions about this person"
          columns={auditColumnsOfPerson}
          rows={data.items}
          keyOf={({ id }) => id}
          nameOf={auditName}
        />
      )}
      {data?.next != null && (
        <Link
          to={`${href('/dashboard/audit-log')}?account=${accountId}`}
          className="link touchable mt-3 inline-block py-1"
        >
          All decisions about this person
        </Link>
      )}
    </section>
  )
}
