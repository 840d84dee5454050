import { reserveUploads } from './images.public.ts'
import { findAccountByIdentity } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'

/**
 * Whether an account may use this picture as its photo: only its own upload. The check protects the picture from the
 * cleanup for a day. Safe to repeat.
 */
export async function mayBePhoto(
  services: Pick<Services, 'db' | 'clock'>,
  identityId: string,
  photoUrl: string,
): Promise<boolean> {
  const account = await findAccountByIdentity(services.db, identityId)
  if (!account || account.closedAt) return false
  return (await reserveUploads(services.db, account.id, [photoUrl], services.clock.now())) === 1
}
