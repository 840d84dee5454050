import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** After so long an answer that was on its way to the CDN at a purge has arrived, and the search index has the change. */
const REPEATED_AFTER = sql.lit('3 seconds')

/** What a CDN has yet to forget, as of a snapshot. */
export interface DuePurges {
  /** The snapshots (cdn_purges), as text; `now` sees the changes of this read. */
  now: string
  purged: string
  repeating: string
  repeated: string
  /** Buckets that have changed since the last purge. */
  changed: string[]
  /** Whether it is time to repeat; and the buckets of it. */
  isRepeatDue: boolean
  again: string[]
}

/**
 * Reads what has to be purged. Without a row of cdn_purges, or after notes were deleted unpurged, everything is noted as
 * changed first.
 */
export async function readDuePurges(db: Db): Promise<DuePurges> {
  const due = await find(db)
  if (due && !due.hasMissed) return due
  await startOver(db)
  return readDuePurges(db)
}

async function find(db: Db): Promise<(DuePurges & { hasMissed: boolean }) | undefined> {
  const { rows } = await sql<DuePurges & { hasMissed: boolean }>`
    SELECT pg_current_snapshot()::text AS now, p.purged::text, p.repeating::text, p.repeated::text,
      clock_timestamp() NOT BETWEEN p.repeating_since AND p.repeating_since + interval ${REPEATED_AFTER} AS "isRepeatDue",
      EXISTS (SELECT FROM forgotten_changes WHERE up_to >= pg_snapshot_xmin(p.repeated)) AS "hasMissed",
      ARRAY(SELECT DISTINCT bucket FROM catalogue_changes, unnest(buckets) AS bucket
        WHERE xid >= pg_snapshot_xmin(p.purged) AND NOT pg_visible_in_snapshot(xid, p.purged)) AS changed,
      ARRAY(SELECT DISTINCT bucket FROM catalogue_changes, unnest(buckets) AS bucket
        WHERE xid >= pg_snapshot_xmin(p.repeated) AND NOT pg_visible_in_snapshot(xid, p.repeated)
          AND pg_visible_in_snapshot(xid, p.repeating)) AS again
    FROM cdn_purges p`.execute(db)
  return rows[0]
}

/** Begins with the present moment, which doesn't see the note that everything has changed. */
async function startOver(db: Db): Promise<void> {
  await sql`
    WITH begun AS (
      INSERT INTO cdn_purges (purged, repeating, repeating_since, repeated)
      VALUES (pg_current_snapshot(), pg_current_snapshot(), clock_timestamp(), pg_current_snapshot())
      ON CONFLICT (is_only) DO UPDATE SET purged = excluded.purged, repeating = excluded.repeating,
        repeating_since = excluded.repeating_since, repeated = excluded.repeated
    )
    INSERT INTO catalogue_changes (buckets) VALUES ('{everything}')`.execute(db)
}

/** Notes that everything has changed: a program that starts may show every page another way. */
export async function noteAllChanged(db: Db): Promise<void> {
  await sql`INSERT INTO catalogue_changes (buckets) VALUES ('{everything}')`.execute(db)
}

/** Stores what was purged. No effect where another instance has stored a later purge. */
export async function notePurged(db: Db, { now, purged, repeating, repeated, isRepeatDue }: DuePurges): Promise<void> {
  await sql`
    UPDATE cdn_purges SET purged = ${now}::pg_snapshot,
      repeated = ${isRepeatDue ? repeating : repeated}::pg_snapshot,
      repeating = ${isRepeatDue ? now : repeating}::pg_snapshot,
      repeating_since = CASE WHEN ${isRepeatDue} THEN clock_timestamp() ELSE repeating_since END
    WHERE purged::text = ${purged} AND repeating::text = ${repeating}`.execute(db)
}
