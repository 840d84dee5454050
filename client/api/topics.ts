import type { Topic } from '#contract/call.ts'

type ReadAgain = (topics: readonly Topic[]) => Promise<unknown>

/** Pages that read by no query have nothing to read again. */
let readAgain: ReadAgain = () => Promise.resolve()

/** For the one cache of queries: what reads again what is about a topic. */
export function onChange(then: ReadAgain): void {
  readAgain = then
}

/** Has what is shown of these topics read again; resolves once that has arrived or failed. */
export async function announceChange(...topics: readonly Topic[]): Promise<void> {
  if (topics.length > 0) await readAgain(topics)
}
