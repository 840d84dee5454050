import { Link } from 'react-router'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { titled } from '#client/ui/site.ts'
import { RoleOnly } from '#client/session/role-only.tsx'

export const meta = titled('Reported Items')

export default function ReportedItemsScreen() {
  return (
    <>
      <h1 className="mb-6">Reported Items</h1>
      <RoleOnly role="admin">
        <EmptyState words="Coming Soon...">
          <p className="max-w-measure text-ink-2">
            No reports yet. Members can’t report items so far; close accounts from All sellers or All buyers.
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/dashboard/all-sellers" className="button-outline">
              All sellers
            </Link>
            <Link to="/dashboard/all-buyers" className="button-outline">
              All buyers
            </Link>
          </div>
        </EmptyState>
      </RoleOnly>
    </>
  )
}
