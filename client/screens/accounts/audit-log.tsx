import { useId } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AUDITED, listAuditLog, type Audited, type AuditEntry } from '#contract/accounts/audit-log.ts'
import { callPage } from '#client/api/call.ts'
import { useQueriedPages } from '#client/lists/queried/use-queried-pages.ts'
import { DataTable } from '#client/lists/tables/data-table.tsx'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { auditColumns } from './audit-columns.tsx'
import { auditWords } from './audit-words.ts'

/** What the club's admins and its operator did, newest first. */
export default function AuditLog() {
  const { kind, account, choose } = useFilter()
  const entries = useQueriedPages<AuditEntry>(
    ['audit-log'],
    (cursor, signal) => callPage(listAuditLog, { query: { cursor, kind, account } }, { signal }),
    `${kind ?? ''} ${account ?? ''}`,
  )
  const table = (rows: AuditEntry[] | null) => (
    <DataTable
      caption="Audit log"
      columns={auditColumns}
      rows={rows}
      keyOf={({ id }) => id}
      isBusy={entries.isSorting}
    />
  )
  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">
        What admins and the operator did. Nobody can change or delete what stands here.
      </p>
      <KindChoice kind={kind} choose={choose} />
      <PagedTable
        pages={entries}
        nouns={['entry', 'entries']}
        errorWords={(message) => `An error has occurred: ${message}`}
        empty={
          <EmptyState words={kind ? `Nothing of this kind yet: ${auditWords[kind]}.` : 'Nothing has been done yet.'}>
            {kind && (
              <button type="button" className="button-outline" onClick={() => choose('')}>
                Show everything
              </button>
            )}
          </EmptyState>
        }
        placeholder={table(null)}
      >
        {table}
      </PagedTable>
    </>
  )
}

/** What is shown stands in the address. */
function useFilter() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const kind = AUDITED.find((one) => one === query.get('kind'))
  const account = query.get('account') ?? undefined
  const choose = (chosen: Audited | '') => {
    query.delete('cursor')
    if (chosen) query.set('kind', chosen)
    else query.delete('kind')
    void navigate({ search: query.toString() }, { preventScrollReset: true })
  }
  return { kind, account, choose }
}

function KindChoice({ kind, choose }: { kind: Audited | undefined; choose: (kind: Audited | '') => void }) {
  const id = useId()
  return (
    <p className="mb-4 flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="shrink-0 text-sm text-ink-2">
        Show
      </label>
      <select
        id={id}
        className="input w-auto max-sm:grow"
        value={kind ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value as Audited | '')}
      >
        <option value="">Everything</option>
        {AUDITED.map((one) => (
          <option key={one} value={one}>
            {auditWords[one]}
          </option>
        ))}
      </select>
    </p>
  )
}
