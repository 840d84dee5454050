import type { Topic } from '#contract/call.ts'

type ReadAgain = (topics: readonly Topic[]) => Promise<unknown>

/** Refetches queries by topic; a no-op on pages that load no query client. */
let readAgain: ReadAgain = () => Promise.resolve()

/** Registers the query client's refetch by topic. */
export function onChange(then: ReadAgain): void {
  readAgain = then
}

/** Invalidates and refetches queries of these topics; resolves once they have arrived or failed. */
export async function announceChange(...topics: readonly Topic[]): Promise<void> {
  if (topics.length > 0) await readAgain(topics)
}
