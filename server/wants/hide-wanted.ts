import type { Refuses } from '#contract/problems.ts'
import type { KeptWanted } from '#contract/wants/wanted.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import type { Services } from '#server/services.ts'
import { findWantedKey, listKeptWanted, setHidden } from './wanted.sql.ts'

/** All wanted searches of several people, hidden ones included. */
export const listAllWanted = ({ db }: Pick<Services, 'db'>): Promise<KeptWanted[]> => listKeptWanted(db)

/**
 * Hides a wanted search from the home page, whatever the order of its words, or shows it again. Its searchers get their
 * emails as before. Refuses words that no saved search has. Called twice, it changes nothing the second time.
 */
export async function hideWanted(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  admin: Pick<SignedInAccount, 'id'>,
  { words, isHidden }: { words: string; isHidden: boolean },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const key = await findWantedKey(tx, words)
    if (key === null) return services.refuse('not_found', 'Members don’t look for that any more. Reload the page.')
    if (!(await setHidden(tx, key, isHidden))) return
    const kind = isHidden ? 'wanted_hidden' : 'wanted_shown'
    await writeAudit(tx, { kind, by: { as: 'admin', id: admin.id }, at: services.clock.now() })
  })
}
