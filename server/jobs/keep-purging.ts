import { noteAllChanged } from '#server/database/purges/purges.ts'
import type { Purges } from '#server/ports/cdn.ts'
import type { Services } from '#server/services.ts'
import { repeat } from './repeat.ts'

const EVERY_MS = 250

/**
 * Has a CDN forget what jobs, tools and other instances change, and all that was kept before this start: pages of another
 * version name files that are gone.
 */
export async function keepPurging({ db }: Pick<Services, 'db'>, purges: Purges): Promise<{ stop(): Promise<void> }> {
  await noteAllChanged(db)
  return repeat(async () => void (await purges.purge()), EVERY_MS)
}
