import { useSearchParams } from 'react-router'
import { listSameBooks } from '#contract/search/same-books.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { DecisionRow } from './decision-row.tsx'
import { DecideSameBooks } from './decide-same-books.tsx'

/** Admins join and part works: `?listing=`, `other=` and `answer=` fill in the form. */
export default function SameBooks() {
  const [search] = useSearchParams()
  const decisions = usePagedCall(listSameBooks, {}, { isSteady: true })
  return (
    <>
      <p className="mb-6 max-w-measure text-ink-2">
        We group copies of the same book by what their sellers say about it. Where that’s wrong, correct it here: your
        decision applies to these two listings and to all others that say the same.
      </p>
      <section aria-labelledby="decide" className="sheet mb-10 p-5 sm:max-w-xl sm:p-6">
        <h2 id="decide" className="mb-4 text-xl">
          Compare two listings
        </h2>
        <DecideSameBooks key={search.toString()} search={search} />
      </section>
      <h2 className="mb-3 text-xl">Admins’ decisions</h2>
      <PagedList
        pages={decisions}
        nouns={['decision', 'decisions']}
        failure={() => 'We couldn’t load the decisions.'}
        empty={<EmptyState words="No decisions yet." />}
        placeholder={<Skeletons count={2} className="h-28" label="Loading the decisions" />}
      >
        {(items) => (
          <ul className="border-t border-rule">
            {items.map((decision) => (
              <li key={decision.id} className="border-b border-rule py-4">
                <DecisionRow decision={decision} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
