import { dayBefore } from '#contract/duration.ts'
import type { Services } from '#server/services.ts'
import { findNewest, mayAsk, saveNewest } from './newest-release.sql.ts'

/**
 * Asks which version is the newest, where that is switched on: once a day, of all processes. Without an answer the
 * earlier one stays. Safe to call at any time.
 */
export async function askNewestRelease({
  db,
  clock,
  log,
  releases,
}: Pick<Services, 'db' | 'clock' | 'log' | 'releases'>): Promise<void> {
  const now = clock.now()
  if (!releases || !(await mayAsk(db, { since: dayBefore(now), now }))) return
  try {
    await saveNewest(db, await releases.findNewest())
  } catch (err) {
    log.warn({ err }, 'the newest version could not be asked for; it is tried again in a day')
  }
}

/** The newest version where it is newer than the running one; null otherwise, and where nobody asks. */
export async function findNewerRelease(
  { db, releases }: Pick<Services, 'db' | 'releases'>,
  running: string,
): Promise<{ version: string; page: string | null } | null> {
  const newest = releases && (await findNewest(db))
  return newest && isNewer(newest.version, running) ? newest : null
}

/** Compares by numbers: 0.10.0 is newer than 0.9.1. What follows a hyphen is a trial of that version. */
export function isNewer(version: string, running: string): boolean {
  const [one, other] = [version, running].map((text) => text.split('-')[0]!.split('.').map(Number))
  for (const place of [0, 1, 2]) if (one![place] !== other![place]) return one![place]! > other![place]!
  return running.includes('-') && !version.includes('-')
}
