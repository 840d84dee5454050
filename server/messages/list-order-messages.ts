import type { Page } from '#contract/call.ts'
import type { OrderMessage } from '#contract/messages/order-messages.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeReadingOfOrder } from '#server/accounts/audit/audit.public.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import { findSidesOfOrder, hadProblem } from '#server/orders/orders.public.ts'
import type { Services } from '#server/services.ts'
import { findConversationId } from './conversations.sql.ts'
import { latestFirst, listMessageRows } from './messages.sql.ts'

/**
 * One page of the messages between an order's sides, for an admin who decides a problem. Refuses orders that never had
 * a problem. Writes the reading to the audit log first, once for each admin, order and hour.
 */
export async function listOrderMessages(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  admin: Pick<SignedInAccount, 'id'>,
  orderId: string,
  page: PageRequest<'newest'>,
): Promise<Page<OrderMessage>> {
  const { db, clock } = services
  const keyset = keysetOf(page, latestFirst)
  const sides = await findSidesOfOrder(db, orderId)
  if (!sides || !(await hadProblem(db, orderId)))
    return services.refuse('not_found', 'Messages are shown only where an order has or had a problem.')
  const at = clock.now()
  const act = { kind: 'order_messages_read', by: { as: 'admin', id: admin.id }, at, orderId } as const
  await db.transaction().execute((tx) => writeReadingOfOrder(tx, act))
  const id = await findConversationId(db, { bookId: sides.bookId, askerId: sides.buyerId })
  const rows = id === null ? [] : await listMessageRows(db, { id, forgottenNumber: 0 }, keyset)
  return pageOf(rows, page, (row) => ({
    id: row.id,
    by: row.senderId === sides.buyerId ? 'buyer' : 'seller',
    text: row.text,
    at: row.sentAt,
  }))
}
