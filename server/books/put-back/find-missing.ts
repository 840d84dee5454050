import type { Services } from '#server/services.ts'
import { listThere } from './put-back.sql.ts'

/** Which of these listings the shop doesn't have, or has as deleted. */
export async function findMissing({ db }: Pick<Services, 'db'>, ids: readonly string[]): Promise<Set<string>> {
  const there = await listThere(db, ids)
  return new Set(ids.filter((id) => !there.has(id)))
}
