import type { Topic } from '#contract/call.ts'

type Invalidate = (topics: readonly Topic[]) => Promise<unknown>

/** Refetches queries by topic; a no-op on pages that load no query client. */
let invalidate: Invalidate = () => Promise.resolve()

/** Registers the query client's refetch by topic. */
export function setInvalidator(then: Invalidate): void {
  invalidate = then
}

/** Invalidates and refetches queries of these topics; resolves once they have arrived or failed. */
export async function invalidateTopics(...topics: readonly Topic[]): Promise<void> {
  if (topics.length > 0) await invalidate(topics)
}
