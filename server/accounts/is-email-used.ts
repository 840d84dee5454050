import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { addressHash } from './accounts.rules.ts'
import { findOpenAccountByEmail } from './accounts.public.ts'
import { isClosedAddress } from './accounts.sql.ts'

/** Whether an email belongs to an open account, or to one that the club closed. Never reveal it to the requester. */
export async function isEmailUsed(
  db: Db,
  { addressSecret }: Pick<Services['shop'], 'addressSecret'>,
  email: string,
): Promise<boolean> {
  const [account, isClosed] = [
    await findOpenAccountByEmail(db, email),
    await isClosedAddress(db, addressHash(email, addressSecret)),
  ]
  return account !== null || isClosed
}
