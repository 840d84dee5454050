import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listWants } from '#contract/wants/wants.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { WantRow } from './want-row.tsx'

/** Saved searches, and alerts for reserved books. */
export default function SavedSearches() {
  const wants = usePagedCall(listWants, {}, { isSteady: true })
  return (
    <>
      <h1 className="mb-6">Saved searches</h1>
      <PagedList
        pages={wants}
        nouns={['saved search', 'saved searches']}
        failure={() => 'We couldn’t load your saved searches.'}
        empty={
          <EmptyState words="No saved searches yet. Search for a book, and we’ll email you when it appears.">
            <Link to={href('/search')} className="button">
              Search for a book
            </Link>
          </EmptyState>
        }
        placeholder={<Skeletons count={3} className="h-28" label="Loading your saved searches" />}
      >
        {(items) => (
          <ul className="border-t border-rule">
            {items.map((want) => (
              <li key={want.id} className="border-b border-rule py-4">
                <WantRow want={want} onChanged={wants.replace} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
