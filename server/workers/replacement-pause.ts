const FIRST_MS = 100
const LONGEST_MS = 30_000
/** One that lived so long didn't end because of how it begins. */
const WELL_AFTER_MS = 60_000

/** Pause before a worker is replaced, by the one before (null for none): doubled where it ended soon again. */
export function replacementPause(before: number | null, livedMs: number): number {
  if (before === null || livedMs >= WELL_AFTER_MS) return FIRST_MS
  return Math.min(LONGEST_MS, before * 2)
}
