import { Link } from 'react-router'
import { AUDITED, listAuditLog } from '#contract/accounts/audit-log.ts'
import { href } from '#contract/href.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { ShowChoice, useFilterParams } from '#client/lists/tables/search-form.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { auditColumns, auditName } from './audit-columns.tsx'
import { auditWords } from './audit-words.ts'

/** Audit log of admins and operator, newest first. */
export default function AuditLog() {
  const { query, choose } = useFilterParams(0)
  const kind = AUDITED.find((one) => one === query.get('kind'))
  const account = query.get('account') ?? undefined
  const entries = usePagedCall(listAuditLog, { query: { kind, account } })
  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">Everything admins and the operator did. Entries can’t be changed.</p>
      {account && (
        <p className="mb-4 flex max-w-measure flex-wrap items-center gap-x-4 gap-y-2 border-s-4 border-edge bg-sunk px-4 py-3">
          <span>
            Only entries about{' '}
            <Link to={href('/dashboard/people/:accountId', account)} className="link">
              one person
            </Link>
            .
          </span>
          <button type="button" className="button-outline" onClick={() => choose('account', '')}>
            Show everybody
          </button>
        </p>
      )}
      <ShowChoice words={auditWords} all="Everything" shown={kind} choose={(chosen) => choose('kind', chosen)} />
      <PagedTable
        caption="Audit log"
        columns={auditColumns}
        nameOf={auditName}
        pages={entries}
        nouns={['entry', 'entries']}
        empty={
          <EmptyState words={kind ? `Nothing of this kind yet: ${auditWords[kind]}.` : 'Nothing has been done yet.'}>
            {kind && (
              <button type="button" className="button-outline" onClick={() => choose('kind', '')}>
                Show everything
              </button>
            )}
          </EmptyState>
        }
      />
    </>
  )
}
