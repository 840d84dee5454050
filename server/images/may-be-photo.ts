import { reserveUploads } from './images.public.ts'
import { findAccountByIdentity } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'

/**
 * Whether somebody may have this picture as their photo: it is an upload of their own account. Asked a second time, it
 * answers the same; a picture that is asked about is not cleared away within the day.
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
