import type { DashboardNumbers } from '#contract/dashboard-numbers.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { countUnread } from '#server/messages/list-conversations.ts'
import type { Services } from '#server/services.ts'
import { countClub, countTrade } from './dashboard-numbers.sql.ts'

/** Dashboard numbers of an account: its own trade, or the whole club's for an admin. */
export async function getDashboardNumbers(
  services: Pick<Services, 'db' | 'clock'>,
  { id, role }: Pick<SignedInAccount, 'id' | 'role'>,
): Promise<DashboardNumbers> {
  const { db } = services
  const isAdmin = role === 'admin'
  return {
    unreadMessages: (await countUnread(services, id)).unread,
    trade: isAdmin ? null : await countTrade(db, id),
    club: isAdmin ? await countClub(db) : null,
  }
}
