import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

interface Move {
  toHost: string
  startedAt: Date
  finishedAt: Date | null
  total: number
  done: number
  lost: number
  problem: string | null
}

/** The latest move. */
export async function findMove(db: Db): Promise<Move | null> {
  const { rows } = await sql<Move>`
    SELECT to_host AS "toHost", started_at AS "startedAt", finished_at AS "finishedAt", total, done, lost, problem
    FROM picture_moves`.execute(db)
  return rows[0] ?? null
}

/** Replaces the earlier move, unless that one is under way to the same host; false then. */
export async function insertMove(tx: Tx, toHost: string, total: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO picture_moves AS m (to_host, started_at, total) VALUES (${toHost}, ${now}, ${total})
    ON CONFLICT (is_only) DO UPDATE SET to_host = excluded.to_host, started_at = excluded.started_at,
      finished_at = NULL, total = excluded.total, done = 0, lost = 0, problem = NULL
    WHERE m.finished_at IS NOT NULL OR m.to_host <> excluded.to_host`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export async function setMoveProblem(db: Db, startedAt: Date, problem: string): Promise<void> {
  await sql`UPDATE picture_moves SET problem = ${problem} WHERE started_at = ${startedAt}`.execute(db)
}

/** Counts what was looked at; a move that goes on has no problem any more. */
export async function addToMove(
  db: Db,
  startedAt: Date,
  { done, lost }: { done: number; lost: number },
): Promise<void> {
  await sql`
    UPDATE picture_moves SET done = done + ${done}, lost = lost + ${lost}, total = greatest(total, done + ${done}),
      problem = NULL
    WHERE started_at = ${startedAt}`.execute(db)
}

/** Ends a move; those that it couldn't move are lost, however often a killed job counted them. */
export async function finishMove(tx: Tx, startedAt: Date, lost: number, now: Date): Promise<void> {
  await sql`
    UPDATE picture_moves SET finished_at = ${now}, done = total, lost = ${lost}, problem = NULL
    WHERE started_at = ${startedAt}`.execute(tx)
}

/** Pictures that aren't at this host, or not there alone; on the disk are those without a place. */
const toMove = (presentId: string) => sql`
  FROM (SELECT DISTINCT url FROM images WHERE NOT is_leaving) i
  LEFT JOIN picture_places p ON p.hash = split_part(i.url, '/', 3) AND p.dropped_at IS NULL
  WHERE (coalesce(p.host, 'disk') <> ${presentId} OR p.is_on_disk)`

export async function countPicturesToMove(db: Db, presentId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n ${toMove(presentId)}`.execute(db)
  return rows[0]!.n
}

/** Their addresses, after a given one. */
export async function listPicturesToMove(db: Db, presentId: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    SELECT i.url ${toMove(presentId)} AND i.url > ${after} ORDER BY i.url LIMIT ${limit}`.execute(db)
  return rows.map(({ url }) => url)
}

export async function isUploaded(tx: Tx, url: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM images WHERE url = ${url} AND NOT is_leaving LIMIT 1`.execute(tx)
  return rows.length > 0
}
