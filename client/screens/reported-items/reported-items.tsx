import { Link } from 'react-router'
import { EmptyState } from '#client/ui/empty-state.tsx'

export default function ReportedItems() {
  return (
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
  )
}
