import { Link } from 'react-router'
import { getMyBook, type MyBook } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'

/** Loads a listing of the seller once: a refetch must not change the form below. */
export function OwnBook({ id, children }: { id: string; children: (book: MyBook) => React.ReactNode }) {
  const { data, error, refetch } = useCall(
    getMyBook,
    { params: { id } },
    { isSteady: true, staleTime: Infinity, gcTime: 0 },
  )
  if (data) return children(data)
  if (!error) return <Skeletons count={1} className="h-130" label="Loading the listing" />
  if (isRetryable(error)) return <Retry error={error} onRetry={() => void refetch()} />
  return (
    <EmptyState words="That isn’t one of your listings.">
      <Link to={href('/dashboard/my-products')} className="button">
        Go to My Products
      </Link>
    </EmptyState>
  )
}
