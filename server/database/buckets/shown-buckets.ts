import { AsyncLocalStorage } from 'node:async_hooks'
import { buckets, slotOf } from './buckets.ts'

/** Slots of the buckets that a piece of work has read so far. */
export type ShownBuckets = Set<number>

interface Reading {
  shown: ShownBuckets
  /** Whether the statement under way belongs to a read that names its buckets. */
  isNamed: boolean
}

const readings = new AsyncLocalStorage<Reading>()
const EVERYTHING = slotOf(buckets.everything)

/** Runs work, and collects the buckets of what it reads. */
export const collectBuckets = <Result>(shown: ShownBuckets, work: () => Result): Result =>
  readings.run({ shown, isNamed: false }, work)

/**
 * Reads from the database, and names the buckets of what was read. Only what can change the result has to be named, so
 * what isn't on the list but could enter it, too. Named after the read: a change since the work began counts in any case.
 */
export async function reading<Found>(
  read: () => Promise<Found>,
  bucketsOf: (found: Found) => readonly string[],
): Promise<Found> {
  const work = readings.getStore()
  if (!work) return read()
  const found = await readings.run({ shown: work.shown, isNamed: true }, read)
  for (const bucket of bucketsOf(found)) work.shown.add(slotOf(bucket))
  return found
}

/** The same for the search index, which follows the catalogue by a moment and has no buckets. */
export const readingIndex = <Found>(read: () => Promise<Found>): Promise<Found> => reading(read, () => [])

/** Called with each statement: one of a read that names no buckets may have read anything. */
export function noteStatement(): void {
  const work = readings.getStore()
  if (work && !work.isNamed) work.shown.add(EVERYTHING)
}
